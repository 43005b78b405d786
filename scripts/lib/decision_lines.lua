-- Reads the decisions that a user brings, one JSON object on each line, and says of any other line
-- why it is not a decision.

local file_text = require("lib.file_text")
local near = require("lib.near")
local progress = require("lib.linking.progress")
local sorted_names = require("lib.sorted_names")

local decision_lines = {}

-- Names the fields of an entry that no decision has.
local function unknown(entry, form)
  local found, known = {}, {}
  for _, list in ipairs({ form.needed, form.others }) do
    for _, name in ipairs(list) do
      known[#known + 1] = name
      known[name] = true
    end
  end
  for _, name in ipairs(sorted_names(entry)) do
    if not known[name] then found[#found + 1] = name .. near(name, known) end
  end
  return #found > 0 and ("; it has %s"):format(table.concat(found, ", ")) or ""
end

-- Why an entry is not a decision; nil when it is one.
local function fault(entry, form)
  if type(entry) ~= "table" or mix.json.is_array(entry) then return "it is not a JSON object" end
  local lacking = {}
  for _, name in ipairs(form.needed) do
    if type(entry[name]) ~= "string" then lacking[#lacking + 1] = name end
  end
  if #lacking > 0 then
    return ("it lacks %s%s"):format(table.concat(lacking, ", "), unknown(entry, form))
  end
  for _, name in ipairs(form.objects or {}) do
    local value = entry[name]
    if value ~= nil and (type(value) ~= "table" or mix.json.is_array(value)) then
      return name .. " is not a JSON object"
    end
  end
  for _, verdict in ipairs(form.verdicts) do
    if entry[form.verdict] == verdict then return nil end
  end
  return ("%s is \"%s\"%s, and has to be one of %s"):format(form.verdict, entry[form.verdict],
    near(entry[form.verdict], form.verdicts), table.concat(form.verdicts, ", "))
end

--- Reads the bytes of a file. `form`: {needed, others} with the names of fields, `objects` those of
--- them that are objects, `verdict` the one of a decision's word, `verdicts` these words. Returns
--- the decisions, {line, text, entry}, and the other lines, {line, text, reason}.
function decision_lines.read(bytes, form)
  local found, bad = {}, {}
  for line, text in ipairs(file_text.lines(file_text.unmarked(bytes))) do
    if text:find("%S") then
      local entry = mix.json.decode(text)
      local reason = fault(entry, form)
      local list = reason and bad or found
      list[#list + 1] = { line = line, text = text, entry = entry, reason = reason }
    end
  end
  return found, bad
end

-- The most lines that are named one by one.
local most_named = 10

--- Reports lines of a file that are not decisions, {line, reason}; `total` are those that there are
--- with those that are not in the list. Of a file without any decision one line names the command
--- that writes them. `is_vain`: no line of the file is one.
function decision_lines.tell(path, bad, total, is_vain, writer)
  for place = 1, math.min(#bad, is_vain and 1 or most_named) do
    progress.problem(("%s line %d is not a decision: %s"):format(path, bad[place].line,
      bad[place].reason))
  end
  if is_vain then
    progress.problem(("%s: no line of it is a decision; a line of JSON for each is expected, as %s "
      .. "writes them"):format(path, writer))
  elseif total > most_named then
    progress.problem(("%s: %d more lines are not decisions"):format(path, total - most_named))
  end
end

return decision_lines
