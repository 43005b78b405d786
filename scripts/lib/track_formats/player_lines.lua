-- The lists of players in lines of their own: PLS of Winamp and of radio stations, the plain form
-- of ASX, MPCPL of Media Player Classic, DPL of PotPlayer, AIMP's lists.

local file_names = require("lib.track_formats.file_names")
local lengths = require("lib.lengths")
local trimmed = require("lib.trimmed")
local worded = require("lib.track_formats.worded")

local player_lines = {}

-- By the beginning of a list, in small letters: how a line says a number, a name and a value.
local numbered = {
  { "^%s*%[playlist%]", function(line)
    local name, number, value = line:match("^%s*(%a+)(%d+)%s*=(.*)$")
    return number, name, value
  end },
  { "^%s*mpcplaylist%f[^%w]", function(line) return line:match("^%s*(%d+),(%a+),(.*)$") end },
  { "^%s*daumplaylist%f[^%w]", function(line) return line:match("^%s*(%d+)%*(%w+)%*(.*)$") end },
}
numbered[#numbered + 1] = { "^%s*%[reference%]", numbered[1][2] }

local aimp = "^%s*#%-%-%-%-%-summary%-"

-- How a line of a text is read; nil for other texts.
local function line_reader(text)
  local start = text:sub(1, 200):lower()
  for _, kind in ipairs(numbered) do
    if start:find(kind[1]) then return kind[2] end
  end
end

--- Whether a text is one of these lists.
function player_lines.knows(text)
  return line_reader(text) ~= nil or text:sub(1, 200):lower():find(aimp) ~= nil
end

-- The entries have numbers, in any order.
local function read_numbered(text, read_line, track_of)
  local entries, numbers, tracks = {}, {}, {}
  for line in text:gmatch("[^\r\n]+") do
    local number, name, value = read_line(line)
    number = math.tointeger(tonumber(number))
    if number then
      if not entries[number] then entries[number], numbers[#numbers + 1] = {}, number end
      entries[number][name:lower()] = worded(value)
    end
  end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    local entry = entries[number]
    local file, title = entry.file or entry.ref or entry.filename, entry.title or entry.label
    local milliseconds = tonumber(entry.duration2)
    if file or title then
      tracks[#tracks + 1] = track_of({ shown = title,
        duration = milliseconds and milliseconds / 1000 or lengths(entry.length) }, file)
    end
  end
  return { tracks = tracks }
end

-- Each line of AIMP's contents has a path, title, artist and album, and as the fifteenth field the
-- length in milliseconds; groups begin with "-".
local function read_aimp(text)
  local list, section = { tracks = {} }, ""
  for line in text:gmatch("[^\r\n]+") do
    section = line:match("^#%-+(%u+)%-+#%s*$") or section
    list.name = list.name or section == "SUMMARY" and worded(line:match("^Name=(.*)$")) or nil
    if section == "CONTENT" and line:find("^[^#-]") then
      local fields = {}
      for field in (line .. "|"):gmatch("([^|]*)|") do fields[#fields + 1] = trimmed(field) end
      local milliseconds = tonumber(fields[15])
      list.tracks[#list.tracks + 1] = file_names.complete({ uri = worded(fields[1]),
        title = worded(fields[2]), artist = worded(fields[3]), album = worded(fields[4]),
        duration = milliseconds and milliseconds > 0 and milliseconds / 1000 or nil })
    end
  end
  return list
end

--- Returns the tracks of a text that it knows. `track_of(said, uri)` makes one of its title and
--- length.
function player_lines.read(text, track_of)
  local read_line = line_reader(text)
  return read_line and read_numbered(text, read_line, track_of) or read_aimp(text)
end

return player_lines
