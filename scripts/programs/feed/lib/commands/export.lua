-- mixhost feed export: the channels for other programs.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local export = require("programs.feed.lib.export")

return function()
  local args = commands.parse("export", {
    summary = "Writes the channels that are followed as OPML, which every feed reader takes.",
    options = { { "output", type = "path", access = "write", placeholder = "FILE",
      help = "write to a file instead of standard output" } },
    examples = { "$0 export --output channels.opml" },
  })
  local owner = commands.account(args)
  export.write(export.opml(archive.channels(owner)), args.output)
end
