-- mixhost feed export and atom: the channels and the merged list for other programs.

local archive = require("programs.feed.lib.archive")
local followed = require("programs.feed.lib.followed")
local commands = require("programs.feed.lib.commands")
local export = require("programs.feed.lib.export")
local output_file = require("lib.output_file")

local output = { "output", type = "path", access = "write", placeholder = "FILE",
  help = "write to a file instead of standard output" }

local function parsed(name, spec)
  local args = commands.parse(name, spec)
  output_file.check("--output", args.output)
  return args
end

local function write(text, args) commands.need(output_file.write(args.output, text)) end

local actions = {}

function actions.export()
  local args = parsed("export", {
    summary = "Writes the channels that are followed as OPML, which every feed reader takes.",
    options = { output }, examples = { "$0 export --output channels.opml" },
  })
  write(export.opml(followed.channels(commands.account(args))), args)
end

function actions.atom()
  local args = parsed("atom", {
    summary = "Writes the stored videos of all channels as one Atom feed.",
    options = {
      { "limit", type = "integer", min = 1, max = 5000, default = 100,
        help = "the most videos written" },
      output,
    },
    examples = { "$0 atom --output videos.xml" },
  })
  local owner = commands.account(args)
  write(export.atom(owner, archive.videos(owner, { limit = args.limit })), args)
end

return function(name) return actions[name]() end
