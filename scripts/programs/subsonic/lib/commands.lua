-- The commands of mixhost subsonic: what they are called, and what they share.

local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "subsonic", folder = "programs.subsonic.lib.commands", default = "playlists",
  commands = {
    { "playlists", "the server's playlists (also without a command)" },
    { "songs", "all songs as CSV" },
    { "export", "a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON" },
    { "import", "tracks out of such a file into a new playlist" },
  },
})

commands.need = require("lib.need")

return commands
