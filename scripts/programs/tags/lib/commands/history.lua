-- mixhost tags history: what was written.

local commands = require("programs.tags.lib.commands")
local runs = require("programs.tags.lib.runs")

local states = { done = "written", undone = "put back", undoing = "put back in part",
  writing = "left before its end" }

return function()
  local args = commands.parse("history", {
    summary = "Shows what was written, newest first, without network.",
    examples = { "$0 history" },
  })
  local list = mix.json.array(runs.list())
  if args.json then return print(mix.json.encode(list, { pretty = true })) end
  local rows = {}
  for place, run in ipairs(list) do
    rows[place] = { run = run.id, when = mix.time.iso(run.started), state = states[run.state],
      files = run.files, folder = run.root }
  end
  if #rows == 0 then return mix.ui.note("nothing was written") end
  mix.ui.table(rows, { columns = { "run", "when", "state", { key = "files", title = "files",
    align = "right" }, "folder" } })
end
