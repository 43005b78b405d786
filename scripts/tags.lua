-- Tags of audio files: matches a folder with music catalogues, shows why, writes once, and puts
-- back what it changed, to the byte.

local commands = require("programs.tags.lib.commands")

commands.run(commands.call)
