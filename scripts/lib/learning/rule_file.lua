-- Writes learned rules as a file that people can read and change: the original rules, and the
-- numbers that differ.

local sorted_names = require("lib.sorted_names")

local rule_file = {}

local function number(value) return (("%.4f"):format(value):gsub("0+$", ""):gsub("%.$", "")) end

-- The lines that load the original rules' table, whatever their file.
local function base(rules, text)
  local name = rules:name()
  local plain = name:gsub("^mixhost:", "")
  local path = rules:path()
  local module = path:match("/rules/(match/[%w_/-]+)%.lua$")
  if module and not name:find("%.lua$") then
    return ("local base = require(\"rules.%s\")\n"):format(module:gsub("/", "."))
  end
  return ("-- The rules of %s, as they were.\nlocal base = (function()\n%s\nend)()\n"):format(
    plain, text)
end

-- Adds the lines of a list of points, which may be missing.
local function add_points(lines, name, points)
  if #(points or {}) == 0 then return end
  lines[#lines + 1] = ("  %s = {"):format(name)
  for _, point in ipairs(points) do
    lines[#lines + 1] = ("    { score = %s, probability = %s },"):format(
      number(point.score), number(point.probability))
  end
  lines[#lines + 1] = "  },"
end

-- The calibration of scores, as a table's text.
local function calibration_lines(calibration)
  local lines = {
    "-- The worth of scores: how often pairs of the data were the same.",
    "rules.calibration = {",
    ("  source = %q, pairs = %d, refused = %s,"):format(
      calibration.source, calibration.pairs, number(calibration.refused)),
  }
  for _, name in ipairs({ "points", "refused_by_one", "refused_by_several" }) do
    add_points(lines, name, calibration[name])
  end
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n")
end

--- Returns the text of a file. `learned`: model, bounds (the moved ones), about (comment lines),
--- calibration (nil for none).
function rule_file.text(rules, learned, source)
  local lines = {}
  for _, line in ipairs(learned.about or {}) do lines[#lines + 1] = "-- " .. line end
  lines[#lines + 1] = ""
  lines[#lines + 1] = base(rules, source or "")
  if next(learned.bounds or {}) then
    lines[#lines + 1] = "-- The bounds of the gates and features of these rules."
    for _, name in ipairs(sorted_names(learned.bounds)) do
      lines[#lines + 1] = ("base.bounds[%q] = %s"):format(name, number(learned.bounds[name]))
    end
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = "-- How much each feature counts; a penalty is what it takes off at most."
  lines[#lines + 1] = "local amounts = {"
  for _, feature in ipairs(learned.model.features) do
    lines[#lines + 1] = ("  [%q] = %s,%s"):format(
      feature.name, number(feature.amount), feature.penalty and "  -- a penalty" or "")
  end
  lines[#lines + 1] = [[
}

local rules = {}
for field, value in pairs(base) do rules[field] = value end
rules.features = {}
for place, feature in ipairs(base.features) do
  local own = {}
  for field, value in pairs(feature) do own[field] = value end
  local amount = amounts[feature.name]
  if amount and own.penalty then own.penalty = amount elseif amount then own.weight = amount end
  rules.features[place] = own
end]]
  lines[#lines + 1] = ("rules.name = %q"):format(learned.name)
  lines[#lines + 1] = ("rules.accept = %s"):format(number(learned.model.accept))
  lines[#lines + 1] = ("rules.review = %s"):format(number(learned.model.review))
  -- The weights differ, so the old calibration does not apply to the new scores.
  lines[#lines + 1] = learned.calibration and calibration_lines(learned.calibration)
    or "rules.calibration = nil"
  lines[#lines + 1] = "return rules\n"
  return table.concat(lines, "\n")
end

return rule_file
