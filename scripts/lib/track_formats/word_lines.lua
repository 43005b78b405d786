-- Takes off the lines of a list in words all but their names: marks of Markdown, the time and the
-- count of the line, the label of a record in a mix; and gives names that all lines part by another
-- sign a dash.

local file_names = require("lib.track_formats.file_names")
local plain_text = require("lib.plain_text")
local trimmed = require("lib.trimmed")

local word_lines = {}

-- A line's count and what follows, the surest first.
local counts = {
  "^%s*[%[(#]?(%d%d?%d?%d?)[%])]?[.:)]?%s+[|%-]%s+(%S.*)$",
  "^%s*[%[(#]?(%d%d?%d?%d?)[%])]?[.:)]?%s+\u{2013}%s+(%S.*)$",
  "^%s*[%[(#]?(%d%d?%d?%d?)[%])]?[.:)]?%s+\u{2014}%s+(%S.*)$",
  "^%s*[%[(]?(%d%d?%d?%d?)[%]).:]+%s*([^%d%s%p].*)$", "^%s*#(%d%d?%d?%d?)%s+(%S.*)$",
  "^%s*[%[(]?(%d%d?%d?%d?)[%]).:]+%s+(%S.*)$", "^%s*[Tt]rack%s+(%d%d?%d?)[.:)]?%s+(%S.*)$",
}
-- The place on a side of a record.
local sided = "^%s*[A-H](%d%d?)[.:)]?%s+(%S.*)$"
local bare_count = "^%s*(%d%d?%d?%d?)%s+(%S.*)$"

local function count_of(line, patterns)
  -- The name of a file has the number of its track.
  if line:find("[^.]%.%w%w%w?%w?$") then return nil end
  for _, pattern in ipairs(patterns) do
    local number, rest = line:match(pattern)
    if number then return tonumber(number), rest end
  end
end

-- The lines without their counts where these go up or down by one, perhaps anew for each disc; nil
-- where they do not, or too many lines have none.
local function uncounted(lines, patterns, least, share)
  local found, before, step, count = {}, nil, nil, 0
  for place, line in ipairs(lines) do
    local number, rest = count_of(line, patterns)
    if number then
      local by = before and number ~= 1 and number - before
      if by and (by ~= (step or by) or math.abs(by) ~= 1) then return nil end
      step, before, count = by or step, number, count + 1
    end
    found[place] = rest or line
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

local function without_labels(lines)
  local found, count = {}, 0
  for place, line in ipairs(lines) do
    local rest = without_label(line)
    found[place], count = rest or line, count + (rest and 1 or 0)
  end
  return count > 1 and count >= #lines / 2 and found or lines
end

-- The lines without the times before them, where most have one.
local function without_times(lines)
  local found, count = {}, 0
  for place, line in ipairs(lines) do
    local rest = file_names.without_time(line)
    found[place], count = rest or line, count + (rest and 1 or 0)
  end
  return count > 1 and count >= 0.6 * #lines and found or lines
end

-- Signs of pictures before a line: emoji, circled numbers, keys, notes and stars.
local pictures = { "^\xF0\x9F[\x80-\xBF][\x80-\xBF]",
  "^\xE2[\x91\x96\x98-\x9E][\x80-\xBF]", "^\u{fe0f}", "^%d*\u{fe0f}?\u{20e3}", "^%s+" }

local function without_pictures(line)
  local rest, from = line
  repeat
    from = rest
    for _, picture in ipairs(pictures) do rest = rest:gsub(picture, "", 1) end
  until rest == from
  return rest ~= "" and rest or line
end

-- A line without pictures, Markdown's marks of emphasis, links and boxes, a web page's references
-- and full-width signs.
local function unmarked(line)
  if line:find("&#?%w+;") then line = plain_text.unescaped(line) end
  if line:find("[\xE2\xEF\xF0]") then
    line = without_pictures(line):gsub("\u{FF0E}", ". "):gsub("\u{FF0D}", "-")
  end
  if not line:find("[*%[_`]") then return line end
  return (line:gsub("^(%s*[-*+]%s+)%[[ xX]%]%s+", "%1"):gsub("^(%s*%d+[.)]%s+)%[[ xX]%]%s+", "%1")
    :gsub("!?%[([^%[%]]*)%]%([^()%s]*%)", "%1"):gsub("%*%*([^*]+)%*%*", "%1")
    :gsub("%f[%S]%*([^*%s][^*]*)%*%f[%s%z]", "%1"):gsub("%f[%S]__?([^_]+)__?%f[%s%z]", "%1"))
end

-- Signs that part the names of a list where none has a dash between blanks, the surest first.
local signs = { " \u{2022} ", " \u{b7} ", " \u{2192} ", " ~ ", " / ", " -", "- ", ": ", "\u{2013}",
  "-", ", " }

local function has_once(line, sign)
  local first, last = line:find(sign, 2, true)
  return first and last < #line and not line:find(sign, last + 1, true) and first
end

-- The lines with a dash in place of the sign that parts the names in nearly all of them.
local function with_dashes(lines)
  for _, line in ipairs(lines) do
    if #lines < 2 or file_names.of_line(line) or file_names.is_path(line) then return lines end
  end
  for _, sign in ipairs(signs) do
    local found, count = {}, 0
    for place, line in ipairs(lines) do
      local first = has_once(line, sign)
      found[place] = first and ("%s - %s"):format(trimmed(line:sub(1, first - 1)),
        trimmed(line:sub(first + #sign))) or line
      count = count + (first and 1 or 0)
    end
    if count >= 0.8 * #lines then return found end
  end
  return lines
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\r\n]+") do
    local plain = trimmed(line)
    if plain ~= "" and plain:sub(1, 4):upper() ~= "#EXT" then lines[#lines + 1] = plain end
  end
  return lines
end

--- Returns a function that takes a line of a text and returns it with its names alone, and whether
--- the lines are counted. `is_table`: signs such as ", " may part the cells of a table.
function word_lines.reader(text, is_table)
  local whole, bare = lines_of(text), {}
  for place, line in ipairs(whole) do bare[place] = unmarked(line) end
  bare = without_times(bare)
  local rests = uncounted(bare, counts, 2, 0.5) or uncounted(bare, { bare_count }, 3, 1)
    or uncounted(bare, { sided }, 2, 1)
  bare = without_labels(rests or bare)
  if not is_table then bare = with_dashes(bare) end
  local of = {}
  for place, line in ipairs(whole) do of[line] = bare[place] end
  return function(line) return of[trimmed(line)] or line end, rests ~= nil
end

return word_lines
