-- `mixhost screen` where no screen runs: the list, the help, names that mean none or several.

local command_line = require("lib.program_screen.command_line")
local program_screen = require("lib.program_screen")

local args = command_line.read()

if args.name then
  local entry, reason = program_screen.find(args.name)
  mix.ui.fail(entry and ("%s: the screen's name stands before all options"):format(args.name)
    or reason, 2)
end

local rows = mix.json.array({})
for place, entry in ipairs(mix.screen.list()) do
  rows[place] = { program = entry.program, name = entry.name, title = entry.title }
end
if args.json then
  print(mix.json.encode({ screens = rows }, { pretty = true }))
elseif #rows == 0 then
  mix.ui.note("no program has a screen")
else
  mix.ui.table(rows, { columns = { { key = "name", title = "screen" }, "title", "program" } })
end
