-- Reads values of a service's decoded answer, whose types may be wrong.

local plain_text = require("lib.plain_text")
local single_byte = require("lib.single_byte")
local trimmed = require("lib.trimmed")

local json_values = {}

--- Returns a text that is not blank, without the blanks around it and with blanks for control
--- characters, which damaged tags have, and without the colours of terminals, which programs leave
--- in their messages; text that was written twice in UTF-8 is mended. Nil for anything else.
function json_values.text(value)
  if type(value) ~= "string" or not value:find("%S") then return nil end
  local plain = trimmed((single_byte.mended(value):gsub("\27%[[%d;?]*%a", "")
    :gsub("[%z\1-\8\11\12\14-\31\127]", " ")))
  return plain ~= "" and plain or nil
end

--- Returns a text like `text` with signs for its character references: some services hand out what
--- their pages hold.
function json_values.prose(value)
  local text = json_values.text(value)
  return text and plain_text.unescaped(text) or nil
end

--- Returns a text like `text`, but nil for one of whose letters an encoding left question marks:
--- users of services paste such names, and all of them would be alike.
function json_values.legible(value)
  local text = json_values.text(value)
  local is_lost = text and text:find("??", 1, true) and not text:find("[^%s%p]")
  return not is_lost and text or nil
end

-- The entries of an object whose members are numbers, as PHP writes a list with gaps, in their
-- order; nil for other objects.
local function of_numbers(object)
  local places = {}
  for name in pairs(object) do
    local place = type(name) == "string" and name:find("^%d+$") and tonumber(name)
    if not place then return nil end
    places[#places + 1] = { place, object[name] }
  end
  table.sort(places, function(a, b) return a[1] < b[1] end)
  for place, entry in ipairs(places) do places[place] = entry[2] end
  return places
end

--- Returns a list; a single object as a list of one, as answers that were made from XML have it; an
--- empty one for anything else.
function json_values.list(value)
  if type(value) ~= "table" then return {} end
  return mix.json.is_array(value) and value or of_numbers(value) or { value }
end

--- Returns an identifier as text, which some services write as an integer; nil for anything else.
function json_values.id(value)
  local number = type(value) == "number" and math.tointeger(value)
  return number and tostring(number) or json_values.text(value)
end

--- Returns IMDb's identifier of a title; nil for anything else.
function json_values.imdb(value) return (json_values.text(value) or ""):match("^tt%d+$") end

--- Returns `read(entry)` for the entries of a list, without nil results, at most `limit` of them.
function json_values.each(value, read, limit)
  local found = {}
  for _, entry in ipairs(json_values.list(value)) do
    if #found < (limit or math.huge) then found[#found + 1] = read(entry) end
  end
  return found
end

--- Returns `read(entry)` for the entries of a list, and for those that it gives nil for the names
--- that `name_of(entry)` gives, else their numbers.
function json_values.parted(value, read, name_of)
  local found, others = {}, {}
  for place, entry in ipairs(json_values.list(value)) do
    local result = read(entry)
    if result then
      found[#found + 1] = result
    else
      others[#others + 1] = name_of(json_values.object(entry)) or ("number %d"):format(place)
    end
  end
  return found, others
end

--- Returns the texts of a list, or of one text; other values are skipped.
function json_values.texts(value)
  return json_values.each(type(value) == "string" and { value } or value, json_values.text)
end

--- Returns the texts of a list, each once. `read`: gives the text of an entry (default: the entry).
function json_values.distinct(value, read)
  local seen = {}
  return json_values.each(value, function(entry)
    local text = (read or json_values.text)(entry)
    local is_new = text and not seen[text]
    seen[text or ""] = true
    return is_new and text or nil
  end)
end

--- Returns a finite number, also one that is written as text; nil for anything else.
function json_values.number(value)
  local number = tonumber(value)
  return number and math.abs(number) < math.huge and number or nil
end

--- Returns a whole number above 0; nil for anything else.
function json_values.positive(value)
  local number = math.tointeger(value)
  return number and number > 0 and number or nil
end

-- Longer recordings, and larger counts, are slips.
local longest, largest = 31 * 86400, 99999

--- Returns a length in seconds, from one in `parts` of a second (default: whole ones); nil for
--- anything that no recording has.
function json_values.seconds(value, parts)
  local length = json_values.number(value)
  if length and parts then length = length / parts end
  return length and length > 0 and length <= longest and length or nil
end

--- Returns a number of tracks, discs and the like, or the place of one; nil for anything else.
function json_values.count(value)
  local number = json_values.positive(value)
  return number and number <= largest and number or nil
end

--- Returns an address of the web as one with https; nil for anything else.
function json_values.secure(value)
  local address = json_values.text(value) or ""
  local rest = address:match("^[hH][tT][tT][pP][sS]?:(//[^/%s]%S*)$")
    or address:match("^//[^/%s]%S*$")
  return rest and "https:" .. rest or nil
end

-- Whether the rest of a date tells no further part of it.
local function is_unknown(rest)
  return rest == "" or rest:find("^%-00") ~= nil or rest:find("^%-%?%?") ~= nil
end

--- Returns a date as precise as it is (YYYY, YYYY-MM, YYYY-MM-DD), without the time of day; nil for
--- anything else, and for days that no calendar has. 00 and ?? stand for parts that are not known.
function json_values.date(value)
  local year, rest = (json_values.id(value) or ""):match("^([1-9]%d%d%d)(.*)$")
  if not year or is_unknown(rest) then return year end
  local month, behind = rest:match("^%-(%d%d)(.*)$")
  if not month or not mix.time.parse(("%s-%s-01"):format(year, month)) then return nil end
  if is_unknown(behind) then return ("%s-%s"):format(year, month) end
  local day = behind:match("^%-(%d%d)%f[%D]")
  local date = day and ("%s-%s-%s"):format(year, month, day)
  return date and mix.time.parse(date) and date or nil
end

--- Returns a date that names its day; nil for others.
function json_values.day(value)
  local date = json_values.date(value)
  return date and #date == 10 and date or nil
end

--- Returns a moment as it is written, of 1971 or later: 1970 stands for one that is not known. Nil
--- for anything else.
function json_values.moment(value)
  local day = json_values.day(value)
  return day and day >= "1971" and json_values.text(value) or nil
end

--- Returns the words of a question, without control characters; nil when none is left.
function json_values.words(text)
  local plain = text and trimmed((text:gsub("%c", " ")))
  return plain ~= "" and plain or nil
end

--- Returns an object, also the only one of a list; an empty one for anything else.
function json_values.object(value)
  if type(value) ~= "table" then return {} end
  if not mix.json.is_array(value) then return value end
  local only = #value == 1 and value[1]
  return type(only) == "table" and not mix.json.is_array(only) and only or {}
end

return json_values
