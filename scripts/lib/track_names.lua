-- Reads the names of music files, as rippers, shops and people write them.

local trimmed = require("lib.trimmed")

local track_names = {}

-- Beginnings with the number of a track, and what follows. Where no gap follows the sign, no digit
-- does: "9-5" and "0.5" are names. "1-03 Ebb" has a disc, too.
local numbers = {
  "^[1-9][%-.](0%d)[%s._%-]+(%S.*)$", "^0[1-9][%-.](%d%d)%s+[-.]?%s*(%S.*)$",
  "^[Cc][Dd]%s?[1-9][%s._%-]+(%d%d)[%s._%-]+(%S.*)$",
  "^[Dd]is[ck]%s?[1-9][%s._%-]+(%d%d)[%s._%-]+(%S.*)$",
  "^[Dd][1-9][%-._]?[Tt]?(%d%d)[%s._%-]+(%S.*)$", "^(0%d)[._%-]+(%d+%a.*)$",
  "^[%[%(](%d%d)[%]%)][%s._%-]*(%S.*)$", "^(%d%d?%d?)%)%s*(%S.*)$", "^#(%d%d?)[%s.:_%-]+(%S.*)$",
  "^[Tt]rack%s?(%d%d?)[%s._%-]+(%S.*)$", "^(%d+)%s+%-%s+(%S.*)$", "^(%d%d?%d?)%s*[._]+%s+(%S.*)$",
  "^(%d%d?%d?)%s*[._%-]+%s*([^%d%s].*)$", "^(0%d*)%s+(%S.*)$", "^(0%d)(%u.*)$",
}
-- Loose files may be called "99 Luftballons", and a singer A1.
local in_folder = { "^[1-9][%-.](%d%d)[%s._%-]+(%S.*)$", "^(%d%d?%d?)%s+(%S.*)$",
  "^[A-H]()%d%d?%s+%-%s+(%S.*)$", "^[A-H]()%d%d?%s+(%u.*%s%-%s.*)$" }
-- The side of a record and the place on it.
local sided = "^[A-H]()%d%d?[.)]%s*(%S.*)$"

local function matched(name, patterns)
  for _, pattern in ipairs(patterns) do
    local number, rest = name:match(pattern)
    if rest then return rest, math.type(number) ~= "integer" and tonumber(number) or nil end
  end
end

local function is_upper(sign) return mix.text.casefold(sign) ~= sign end

-- Puts gaps into a name that has none: "NorthernWind". "McCartney" is one word.
local function parted(name)
  local parts, before = {}, ""
  for sign in name:gmatch(utf8.charpattern) do
    local is_start = is_upper(sign) and before:find("[%l\x80-\xff]$") and not is_upper(before)
    local is_scottish = #parts > 1 and parts[#parts] == "c" and parts[#parts - 1] == "M"
    if is_start and not is_scottish then parts[#parts + 1] = " " end
    parts[#parts + 1] = sign
    before = sign
  end
  return table.concat(parts)
end

-- Artists whose names begin with a number, by the word behind it.
local counted_artists = {
  cent = "50", doors = "3", seconds = "30 5", savage = "21", chainz = "2", non = "4",
  degrees = "98", special = "38", gecs = "100", years = "10", below = "9", unlimited = "2",
  pilots = "21", teens = "7",
}

-- Whether a name begins with such an artist: "50 Cent - Ebb".
local function names_artist(name)
  local number, word = name:match("^(%d+)%s+(%a+)%f[%A].*%s%-%s")
  local known = word and counted_artists[word:lower()]
  return known ~= nil and (" " .. known .. " "):find(" " .. number .. " ", 1, true) ~= nil
end

-- The name without the number of its track, and the number; the name where it has none.
local function without_number(name, is_in_folder)
  if names_artist(name) then return name end
  local rest, number = matched(name, numbers)
  if not rest then rest, number = matched(name, { sided }) end
  if not rest and is_in_folder then rest, number = matched(name, in_folder) end
  -- "03NorthernWind": no gap at all. "99Luftballons" is one word.
  local joined = not rest and not name:find("%s") and name:match("^%d%d(%D.*)$")
  if joined and (name:find("^0") or parted(joined) ~= joined) then
    rest, number = joined, tonumber(name:sub(1, 2))
  end
  -- "LoveGame" alone may be a title; behind a number without a gap, words were run together.
  if rest and not name:find("%s") then rest = parted(rest) end
  number = math.tointeger(number)
  -- "103" is a disc and a track, "1999" a year.
  return rest or name, number and number < 100 and number or nil
end

-- The identifier of a video at YouTube, which programs that fetch it put behind its name.
local function without_video(name)
  local rest, id = name:match("^(.*%S)%s*%[([%w_-]+)%]$")
  local is_id = id and #id == 11 and (id:find("[%d_-]") or id:find("%l%u"))
  return is_id and rest or name
end

-- A name with dashes of any length, or without gaps: "01-ada_lune-ebb".
local function with_dashes(name)
  name = name:gsub("\u{FF0E}", "."):gsub("\u{3000}", " ")
    :gsub(" \u{2013} ", " - "):gsub(" \u{2014} ", " - ")
  if name:find(" ") or not name:find("_") then return name end
  local number, rest = name:match("^(%d%d?%d?)[-_]+(.+)$")
  local first, second = (rest or name):match("^([^-]*[^-%d_][^-]*)%-([^-]+)$")
  if first then name = ("%s%s - %s"):format(number and number .. " - " or "", first, second) end
  return (name:gsub("_", " "))
end

local function split(text)
  local parts, from = {}, 1
  text = text .. " - "
  for before, after in text:gmatch("()%s%-%s+()") do
    parts[#parts + 1] = text:sub(from, before):match(".*%S") or ""
    from = after
  end
  return parts
end

-- The number and the title in the last part of a name with an artist, and perhaps an album.
local function numbered_title(part, has_album)
  local number, title = part:match("^(%d%d?)%.%s+(%S.*)$")
  if number then return number, title end
  return part:match(has_album and "^(%d%d)%s+(%S.*)$" or "^(0%d)%s+(%S.*)$")
end

-- Fills in what the parts say: "Artist - Title", "Artist - 03 - Title",
-- "Artist - Album - 03 Title".
local function read_parts(said, parts)
  local count = #parts
  for place = 2, math.min(3, count - 1) do
    if not said.number and parts[place]:find("^%d%d?$") then
      said.artist, said.album = parts[1], place == 3 and parts[2] or nil
      said.number = math.tointeger(tonumber(parts[place]))
      said.title = table.concat(parts, " - ", place + 1)
      return
    end
  end
  local number, title = numbered_title(parts[count], count > 2)
  if number and count > 1 and not said.number then
    said.artist, said.number = parts[1], math.tointeger(tonumber(number))
    said.title, said.album = title, count > 2 and table.concat(parts, " - ", 2, count - 1) or nil
  elseif count > 1 then
    said.artist, said.title = parts[1], table.concat(parts, " - ", 2)
  else
    -- "Ebb.And.Flow"; "R.E.M." has no words.
    local has_gaps = parts[1]:find("%s")
    said.title = has_gaps and parts[1] or parts[1]:gsub("(%a)%.(%f[%a]%a%a)", "%1 %2")
  end
end

--- Reads the name of a file, without its ending. `is_in_folder`: it is in a folder of an album.
--- Returns {title, artist, album, number}; a name that is a number alone is a title.
function track_names.read(name, is_in_folder)
  name = trimmed(with_dashes(without_video(name)))
  local rest, number = without_number(name, is_in_folder)
  local said = { number = number }
  read_parts(said, split(rest))
  return said
end

return track_names
