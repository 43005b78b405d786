-- The command playlists: the server's playlists.

return function(commands, provider)
  local args = commands.parse("playlists", {
    summary = "Shows the playlists of your music server.",
  })
  local list = mix.json.array(commands.need(provider.open():playlists()))
  if args.json then return print(mix.json.encode(list, { pretty = true })) end
  if #list == 0 then return mix.ui.note("no playlists") end
  mix.ui.table(list, { columns = { "name", { key = "tracks", title = "tracks", align = "right" },
    "id" } })
end
