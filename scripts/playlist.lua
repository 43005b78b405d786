-- Builds Spotify playlists of the top tracks of artists: plans them by rules, writes them once,
-- continues where it stopped, and puts back what it changed.

local commands = require("programs.playlist.lib.commands")

commands.run(commands.call)
