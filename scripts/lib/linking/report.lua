-- Reports the results of a run over tables, for people and as a document.

local prose = require("lib.prose")
local words = require("lib.match_words")

local report = {}

local function line(label, value)
  prose.print_labelled(("%-16s "):format(label), tostring(value))
end

local function grouped(number)
  local text = tostring(math.tointeger(number) or number)
  return (text:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

--- Prints counts, each {label, number or text}, and the measures where gold is known.
function report.print(lines, measures)
  for _, item in ipairs(lines) do
    line(item[1], type(item[2]) == "number" and grouped(item[2]) or item[2])
  end
  if not measures then return end
  line("blocking", ("%s of the known pairs share a key"):format(words.percent(measures.blocking)))
  line("precision", words.percent(measures.precision))
  line("recall", words.percent(measures.recall))
  line("F1", words.percent(measures.f1))
end

--- Names the file that the rows were written to, if there is one.
function report.written(path)
  if path and path ~= "-" then line("written", path) end
end

-- Adapts a label to its count: "1 row", "2 rows".
local function counted(label, value)
  if value ~= 1 then return label end
  return (label:gsub("^rows$", "row"):gsub("other rows", "other row"):gsub("^pairs", "pair")
    :gsub("^clusters$", "cluster"))
end

--- Prints to standard error, because standard output has the rows.
function report.note(lines, measures)
  local parts = {}
  for _, item in ipairs(lines) do
    parts[#parts + 1] = ("%s %s"):format(
      type(item[2]) == "number" and grouped(item[2]) or item[2], counted(item[1], item[2]))
  end
  if measures then parts[#parts + 1] = "F1 " .. words.percent(measures.f1) end
  mix.ui.note(table.concat(parts, ", "))
end

return report
