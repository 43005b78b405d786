-- mixhost tags diff: the changes of the plan, value by value.

local commands = require("programs.tags.lib.commands")
local output_file = require("lib.output_file")
local planned = require("programs.tags.lib.planned")
local terminal_text = require("lib.terminal_text")
local view = require("programs.tags.lib.view")
local writing = require("programs.tags.lib.writing")

local function rows_of(files)
  local rows = {}
  for _, file in ipairs(files) do
    for _, change in ipairs(file.changes) do
      rows[#rows + 1] = { file = file.path, field = change.field, old = view.values(change.old),
        new = view.values(change.new), why = change.why, score = file.score,
        service = file.service }
    end
  end
  return rows
end

local function show(files)
  for place, file in ipairs(files) do
    local score = view.score(file)
    terminal_text.print(("%s%s%s"):format(place > 1 and "\n" or "",
      terminal_text.line(file.path), score and (" (%s)"):format(score) or ""))
    local rows = {}
    for _, change in ipairs(file.changes) do
      rows[#rows + 1] = { field = change.field, old = view.values(change.old), arrow = "→",
        new = view.values(change.new), why = change.why }
    end
    mix.ui.table(rows, { columns = { "field", { key = "old", title = "now" },
      { key = "arrow", title = "" }, { key = "new", title = "planned" }, "why" } })
    if file.remark then terminal_text.print(file.remark) end
    if file.staying then terminal_text.print(view.staying(file)) end
  end
end

return function()
  local args = commands.parse("diff", {
    summary = "Shows what the plan of a folder changes, value by value, without network.",
    options = { { "csv", type = "flag", help = "as CSV: a row for each value" } },
    positional = { commands.folder("read") },
    examples = { "$0 diff ~/Music/New", "$0 diff --csv > changes.csv" },
  })
  local plan, files = planned(commands.root(args))
  local due = writing.due(files)
  if args.json then
    local list = mix.json.array(rows_of(due))
    return print(mix.json.encode({ folder = plan.root, changes = list }, { pretty = true }))
  end
  if args.csv then
    return output_file.put(mix.csv.encode(rows_of(due), {
      columns = { "file", "field", "old", "new", "why", "score", "service" } }))
  end
  show(due)
  if #due == 0 then mix.ui.note("the plan changes nothing") end
  local unasked = view.unasked(files)
  if unasked then mix.ui.note(unasked) end
end
