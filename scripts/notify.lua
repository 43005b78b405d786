-- Notices of what has happened: to a phone (ntfy), a webhook, by mail, on the desktop.

local commands = require("programs.notify.lib.commands")

commands.run(commands.call)
