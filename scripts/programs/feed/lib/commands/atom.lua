-- mixhost feed atom: the merged list for feed readers.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local export = require("programs.feed.lib.export")

return function()
  local args = commands.parse("atom", {
    summary = "Writes the stored videos of all channels as one Atom feed.",
    options = {
      { "limit", type = "integer", min = 1, max = 5000, default = 100,
        help = "the most videos written" },
      { "output", type = "path", access = "write", placeholder = "FILE",
        help = "write to a file instead of standard output" },
    },
    examples = { "$0 atom --output videos.xml" },
  })
  local owner = commands.account(args)
  export.write(export.atom(owner, archive.videos(owner, { limit = args.limit })), args.output)
end
