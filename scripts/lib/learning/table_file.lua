-- Writes the weights of a table's comparisons as a rule file that people can read and change.

local sorted_names = require("lib.sorted_names")

local table_file = {}

local widest = 98

local function number(value) return (("%.4f"):format(value):gsub("0+$", ""):gsub("%.$", "")) end

local function numbers(list)
  local shown = {}
  for place, value in ipairs(list) do shown[place] = number(value) end
  return "{ " .. table.concat(shown, ", ") .. " }"
end

local function key(name)
  local is_word = name:find("^[%a_][%w_]*$") and load("local " .. name)
  return is_word and name or ("[%q]"):format(name)
end

-- The shares of terms, the most common first, on lines of readable length.
local function shares(map, indent)
  local names = sorted_names(map)
  table.sort(names, function(a, b) return map[a] > map[b] or map[a] == map[b] and a < b end)
  local lines, line = {}, ""
  for _, name in ipairs(names) do
    local item = ("%s = %s,"):format(key(name), number(map[name]))
    if line ~= "" and #indent + #line + #item >= widest then
      lines[#lines + 1], line = indent .. "  " .. line, ""
    end
    line = line == "" and item or line .. " " .. item
  end
  if line ~= "" then lines[#lines + 1] = indent .. "  " .. line end
  return #lines == 0 and "{}" or "{\n" .. table.concat(lines, "\n") .. "\n" .. indent .. "}"
end

local function comparison_text(comparison)
  local column = comparison.column and (" column = %q,"):format(comparison.column) or ""
  return ("    { measure = %q,%s rarity = %s,\n      steps = %s,\n      parts = %s },"):format(
    comparison.measure, column, number(comparison.rarity), numbers(comparison.steps),
    numbers(comparison.parts))
end

--- Returns the text of a file. `about`: comment lines.
function table_file.text(weights, about)
  local lines = {}
  for _, line in ipairs(about) do lines[#lines + 1] = "-- " .. line end
  lines[#lines + 1] = "\nlocal records = require(\"rules.lib.table_records\")\n"
  lines[#lines + 1] = "return records.rules({"
  lines[#lines + 1] = ("  doc = %q,"):format(weights.doc)
  lines[#lines + 1] = "  -- The log odds before anything is compared."
  lines[#lines + 1] = ("  prior = %s,"):format(number(weights.prior))
  lines[#lines + 1] = "  -- What each level adds: the lowest first, one more than there are steps."
  lines[#lines + 1] = "  comparisons = {"
  for _, comparison in ipairs(weights.comparisons) do
    lines[#lines + 1] = comparison_text(comparison)
  end
  lines[#lines + 1] = "  },\n  -- What the columns hold, and the shares of common values."
  lines[#lines + 1] = "  columns = {"
  for _, column in ipairs(weights.columns) do
    lines[#lines + 1] = ("    { name = %q, kind = %q, usual = %s,\n      values = %s },"):format(
      column.name, column.kind, ("%.3g"):format(column.usual), shares(column.values, "      "))
  end
  lines[#lines + 1] = "  },\n  -- The shares of the records that hold common words."
  lines[#lines + 1] = ("  rows = %d,\n  words = %s,"):format(
    weights.rows, shares(weights.words, "  "))
  lines[#lines + 1] = "})\n"
  return table.concat(lines, "\n")
end

return table_file
