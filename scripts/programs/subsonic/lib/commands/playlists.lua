-- mixhost subsonic playlists: the server's playlists.

local commands = require("programs.subsonic.lib.commands")
local subsonic = require("providers.subsonic")

return function()
  local args = commands.parse("playlists", {
    summary = "Shows the playlists of your music server.",
  })
  local list = mix.json.array(commands.need(subsonic.open():playlists()))
  if args.json then return print(mix.json.encode(list, { pretty = true })) end
  if #list == 0 then return mix.ui.note("no playlists") end
  mix.ui.table(list, { columns = { "name", { key = "tracks", title = "tracks", align = "right" },
    "id" } })
end
