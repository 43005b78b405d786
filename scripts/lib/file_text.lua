-- Reads files of other programs as UTF-8 text, and their XML.

local failure = require("lib.failure")
local multi_byte = require("lib.multi_byte")
local single_byte = require("lib.single_byte")

local file_text = {}

-- A lone half of a surrogate pair and a remaining odd byte become U+FFFD. `start`: of the text.
local function of_utf16(bytes, order, start)
  local parts, high = {}, nil
  for place = start, #bytes - 1, 2 do
    local unit = string.unpack(order .. "I2", bytes, place)
    local is_low = unit >= 0xDC00 and unit < 0xE000
    if high and is_low then
      unit, high = 0x10000 + ((high - 0xD800) << 10) + unit - 0xDC00, nil
    else
      if high then parts[#parts + 1], high = "\u{FFFD}", nil end
      if unit >= 0xD800 and unit < 0xDC00 then
        high, unit = unit, nil
      elseif is_low then
        unit = 0xFFFD
      end
    end
    if unit then parts[#parts + 1] = utf8.char(unit) end
  end
  if high or #bytes % 2 == 1 then parts[#parts + 1] = "\u{FFFD}" end
  return table.concat(parts)
end

-- Lines that an encoding is guessed by.
local most_lines = 2000

local function foreign_lines(bytes)
  local lines = {}
  for line in bytes:gmatch("[^\r\n]+") do
    if not utf8.len(line) then lines[#lines + 1] = line end
    if #lines == most_lines then break end
  end
  return lines
end

--- Returns a file's bytes without their byte order mark, UTF-16 as UTF-8. Without a mark UTF-16 is
--- known by three letters of ASCII at its beginning.
function file_text.unmarked(bytes)
  if bytes:sub(1, 2) == "\xFF\xFE" then return of_utf16(bytes, "<", 3) end
  if bytes:sub(1, 2) == "\xFE\xFF" then return of_utf16(bytes, ">", 3) end
  if bytes:find("^[^%z]%z[^%z]%z[^%z]%z") then return of_utf16(bytes, "<", 1) end
  if bytes:find("^%z[^%z]%z[^%z]%z[^%z]") then return of_utf16(bytes, ">", 1) end
  local start = 1
  -- Some programs add a mark at each save.
  while bytes:sub(start, start + 2) == "\u{FEFF}" do start = start + 3 end
  return bytes:sub(start)
end

--- Returns the text of a file without its byte order mark: UTF-16, else UTF-8, else in
--- the encoding that the file declares, else by a guess.
function file_text.decode(bytes, declared)
  local text = file_text.unmarked(bytes)
  if utf8.len(text) then return text end
  local several = declared and multi_byte.name(declared)
  local one = declared and single_byte.name(declared)
  if not one then several = several or multi_byte.guess(foreign_lines(text)) end
  if several then return multi_byte.decode(text, several) end
  return single_byte.decode(text,
    one or single_byte.guess({ single_byte.decode(text, "iso-8859-1") }))
end

-- Largest list of channels or tracks, in bytes: a library of iTunes takes 1.3 MB for 1,000 songs, a
-- file of Spotify's listening history 13 MB.
local largest = 64 * 1024 * 1024

--- Returns the lines of a text, whatever system wrote their ends.
function file_text.lines(text)
  local lines = {}
  for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

--- Returns the text of a list like decode; nil and the reason when it is too large, or not text.
function file_text.of_list(bytes)
  if #bytes > largest then
    return nil, ("it has %.0f MB, a list has at most %.0f"):format(
      #bytes / 2 ^ 20, largest / 2 ^ 20)
  end
  local text = file_text.decode(bytes)
  local place = text:find("\0", 1, true)
  if place then return nil, ("it is not text: character %d is NUL"):format(place) end
  return text
end

-- Entities that XML defines. Many programs do not escape the & of titles and addresses, so an
-- undefined entity such as &nbsp; counts as text.
local xml_names = { amp = true, lt = true, gt = true, quot = true, apos = true }
-- The only numbers below 32 that XML knows. Titles out of damaged tags have others.
local whites = { [9] = "&#9;", [10] = "&#10;", [13] = "&#13;" }

local function number_of(name)
  return tonumber(name:match("^#(%d+)$") or "") or tonumber(name:match("^#[xX](%x+)$") or "", 16)
end

local function with_ampersands(text)
  return (text:gsub("&([^&;%s<>\"]*;?)", function(rest)
    local name = rest:match("^([^;]*);$") or ""
    if xml_names[name] then return "&" .. rest end
    local number = number_of(name)
    if not number then return "&amp;" .. rest end
    if number < 32 then return whites[number] or "" end
    local is_known = number < 0xD800 or number > 0xDFFF and number < 0xFFFE
      or number > 0xFFFF and number < 0x110000
    return is_known and ("&#%d;"):format(number) or "\u{FFFD}"
  end))
end

-- A character above U+FFFF that was written as the two halves of UTF-16.
local function joined_halves(text)
  return (text:gsub("&(#[xX]?%x+);&(#[xX]?%x+);", function(first, second)
    local high, low = number_of(first) or 0, number_of(second) or 0
    if high < 0xD800 or high > 0xDBFF or low < 0xDC00 or low > 0xDFFF then return nil end
    return utf8.char(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)
  end))
end

--- Returns the root of a file's XML after repairing bare & and control characters; nil and the
--- fault with its line.
function file_text.xml(bytes)
  local declared = bytes:match("^%s*<%?xml[^>]-encoding%s*=%s*[\"']([%w_.:-]+)")
  -- The text is UTF-8 now, whatever the declaration says.
  local text = file_text.decode(bytes, declared):gsub("^%s*<%?xml[^>]*%?>", "", 1)
  local root, err = mix.xml.decode(text)
  if root then return root end
  root = mix.xml.decode(with_ampersands(joined_halves(text:gsub("[%z\1-\8\11\12\14-\31]",
    ""))))
  if root then return root end
  return nil, failure.line(err)
end

return file_text
