-- Takes off the lines of a list in words all but their names: the count of the line, and in the
-- list of a mix the label of the record.

local word_lines = {}

-- A line's count and what follows, the surest first.
local counts = {
  "^%s*[%[(#]?(%d%d?%d?%d?)[%])]?[.:)]?%s+[|%-]%s+(%S.*)$",
  "^%s*[%[(#]?(%d%d?%d?%d?)[%])]?[.:)]?%s+\u{2013}%s+(%S.*)$",
  "^%s*[%[(#]?(%d%d?%d?%d?)[%])]?[.:)]?%s+\u{2014}%s+(%S.*)$",
  "^%s*[%[(]?(%d%d?%d?%d?)[%]).:]+%s*([^%d%s%p].*)$", "^%s*#(%d%d?%d?%d?)%s+(%S.*)$",
  "^%s*[%[(]?(%d%d?%d?%d?)[%]).:]+%s+(%S.*)$",
}
local bare_count = "^%s*(%d%d?%d?%d?)%s+(%S.*)$"

local function count_of(line, patterns)
  -- The name of a file has the number of its track.
  if line:find("[^.]%.%w%w%w?%w?$") then return nil end
  for _, pattern in ipairs(patterns) do
    local number, rest = line:match(pattern)
    if number then return tonumber(number), rest end
  end
end

-- The lines without their counts, {line = rest}, where these go up or down by one, perhaps anew
-- for each disc; nil where they do not, or too many lines have none.
local function uncounted(lines, patterns, least, share)
  local found, before, step, count = {}, nil, nil, 0
  for _, line in ipairs(lines) do
    local number, rest = count_of(line, patterns)
    if number then
      local by = before and number - before
      if by and by ~= (step or by) and number ~= 1 or by and math.abs(by) ~= 1 and number ~= 1 then
        return nil
      end
      if by and number ~= 1 then step = by end
      found[line], before, count = rest, number, count + 1
    end
  end
  return count >= least and count >= share * #lines and found or nil
end

-- Words of remarks about the recording, which labels do not have.
local remarks = {}
for word in ([[mix edit remix version live feat ft featuring remaster remastered explicit official
  video audio lyric lyrics clean bonus acoustic instrumental demo vip dub rework bootleg cover
  visualizer hd hq mv original extended karaoke prod]]):gmatch("%S+") do remarks[word] = true end

-- A line without the label behind it: "Ebb [TIN RECORDS]"; nil where it has none.
local function without_label(line)
  local rest, label = line:match("^(.*%S)%s+%[([^%[%]]+)%]%s*$")
  if not rest then return nil end
  for word in label:lower():gmatch("%a+") do
    if remarks[word] then return nil end
  end
  return rest
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\r\n]+") do
    if line:find("%S") and not line:find("^#EXT") then lines[#lines + 1] = line end
  end
  return lines
end

--- Returns a function that takes a line of a text and returns it without count and label, and
--- whether the lines are counted.
function word_lines.reader(text)
  local lines = lines_of(text)
  local rests = uncounted(lines, counts, 2, 0.6) or uncounted(lines, { bare_count }, 3, 1)
  local labelled = 0
  for _, line in ipairs(lines) do labelled = labelled + (without_label(line) and 1 or 0) end
  local has_labels = labelled > 1 and labelled >= #lines / 2
  return function(line)
    line = rests and rests[line] or line
    return has_labels and without_label(line) or line
  end, rests ~= nil
end

return word_lines
