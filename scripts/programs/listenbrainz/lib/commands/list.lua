-- mixhost listenbrainz list: a user's playlists.

local commands = require("programs.listenbrainz.lib.commands")

return function()
  local args = commands.parse("list", {
    summary = "Shows the playlists of a ListenBrainz user and those made for them.",
    examples = { "$0 list --user rob --json" },
  })
  local list = mix.json.array((commands.playlists(args)))
  if args.json then return print(mix.json.encode(list, { pretty = true })) end
  if #list == 0 then return mix.ui.note("no playlists") end
  mix.ui.table(list, { columns = { "name", "creator", "date", "id" } })
end
