-- The commands of programs for music servers (mixhost subsonic, mixhost jellyfin). The provider has
-- the methods playlists, playlist, songs, create and search (docs/providers.md).

local subcommands = require("lib.subcommands")

local music_server = {}

--- Runs the command of the script's command line. `name`: the program's; `provider`: its module.
function music_server.run(name, provider)
  local commands = subcommands.new({
    script = name, folder = "lib.music_server.commands", default = "playlists",
    commands = {
      { "playlists", "list the server's playlists (also without a command)" },
      { "songs", "print all songs as CSV" },
      { "export", "write a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON" },
      { "import", "make a new playlist from such a file" },
    },
  })
  commands.run(function(command) command(commands, provider) end)
end

return music_server
