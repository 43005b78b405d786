-- Reports the results of a run over tables, for people and as a document.

local output_file = require("lib.output_file")
local progress = require("lib.linking.progress")
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

local function print_lines(lines, measures)
  for _, item in ipairs(lines) do
    line(item[1], type(item[2]) == "number" and grouped(item[2]) or item[2])
  end
  if not measures then return end
  line("blocking", ("%s of the known pairs are compared"):format(words.percent(measures.blocking)))
  line("precision", words.percent(measures.precision))
  line("recall", words.percent(measures.recall))
  line("F1", words.percent(measures.f1))
end

-- "1 row", "2 rows": the noun of a label is its first word with an s at its end.
local function counted(label, value)
  if value ~= 1 then return label end
  return (label:gsub("(%l)s%f[%A]", "%1", 1))
end

--- Returns the counts in one line.
function report.line(lines, measures)
  local parts = {}
  for _, item in ipairs(lines) do
    parts[#parts + 1] = type(item[2]) == "number"
      and ("%s %s"):format(grouped(item[2]), counted(item[1], item[2]))
      or ("%s: %s"):format(item[1], item[2])
  end
  if measures then parts[#parts + 1] = "F1 " .. words.percent(measures.f1) end
  return table.concat(parts, ", ")
end

--- Ends a run's output as the arguments ask for it. `lines`: counts, {label, number or text} each;
-- `result`: the same for programs; `measures`: where gold is known.
function report.finish(args, lines, result, measures)
  local has_file = not output_file.is_stdout(args.out)
  if mix.events.enabled() then return progress.done(result) end
  if args.json then return print(mix.json.encode(result, { pretty = true })) end
  -- On standard error, for rows go to the standard output.
  if not has_file and not mix.ui.is_terminal() then
    return mix.ui.note(report.line(lines, measures))
  end
  print_lines(lines, measures)
  if has_file then return line("written", args.out) end
  if args.out then return end
  print("\n" .. mix.ui.wrap("--out FILE writes the rows with their matches"
    .. (result.uncertain > 0 and "; --review asks about the uncertain ones" or "")))
end

return report
