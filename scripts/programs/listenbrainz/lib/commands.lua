-- The commands of mixhost listenbrainz: what they are called, and what they share.

local listenbrainz = require("providers.listenbrainz")
local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "listenbrainz", folder = "programs.listenbrainz.lib.commands", default = "list",
  options = { { "user", placeholder = "NAME",
    help = "whose playlists (default: the setting listenbrainz.user)" } },
  commands = {
    { "list", "list the playlists of a user and those made for them (also without a command)" },
    { "export", "write a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON" },
  },
})

--- The user's playlists, their own first.
function commands.playlists(args)
  local user = args.user or mix.env.setting("listenbrainz.user")
  if not user then
    mix.ui.fail("whose playlists? --user NAME, or mixhost config set listenbrainz.user NAME", 2)
  end
  local service = listenbrainz.open()
  local list = commands.need(service:playlists(user))
  for _, playlist in ipairs(commands.need(service:playlists(user, true))) do
    list[#list + 1] = playlist
  end
  return list, service
end

return commands
