-- Gives assistants the tools of mixhost: the Model Context Protocol over standard input and output.

local server = require("programs.mcp.lib.server")
local tools = require("commands.mcp.tools")

local args = mix.args.parse({
  name = "mcp",
  summary = "Serves an assistant's program on standard input and output (Model Context Protocol).",
  options = {
    { "rows", type = "integer", min = 1, max = 2000, default = 100, placeholder = "N",
      help = "the most rows, candidates, works or videos of one call" },
    { "bytes", type = "integer", min = 10000, max = 10000000, default = 200000, placeholder = "N",
      help = "the most bytes of one answer" },
    { "seconds", type = "integer", min = 1, max = 600, default = 60, placeholder = "N",
      help = "the longest time of one call" },
    { "read-only", type = "flag", help = "offer no tool that changes anything" },
  },
  examples = { "$0", "--allow-read lists $0 --read-only" },
})
if args.json or args.events then
  mix.ui.fail("--json and --events: the standard output belongs to the protocol", 2)
end
local limits = {
  rows = args.rows, bytes = args.bytes, seconds = args.seconds, read_only = args.read_only,
}
server.run(io.lines(), function(text) io.stdout:write(text):flush() end, tools(limits), limits)
