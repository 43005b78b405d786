-- Reads files of other programs as UTF-8 text, and their XML.

local failure = require("lib.failure")

local file_text = {}

-- Windows-1252 from 0x80 to 0x9F; its five unassigned bytes become those of ISO-8859-1.
-- https://encoding.spec.whatwg.org/index-windows-1252.txt
local windows = {
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
  0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
  0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}

local function of_windows(bytes)
  return (bytes:gsub("[\x80-\xFF]", function(byte)
    local code = byte:byte()
    return utf8.char(code < 0xA0 and windows[code - 0x7F] or code)
  end))
end

-- A lone half of a surrogate pair and a remaining odd byte become U+FFFD.
local function of_utf16(bytes, order)
  local parts, high = {}, nil
  for place = 3, #bytes - 1, 2 do
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

--- Returns the text of a file without its byte order mark: UTF-16 by that mark, else UTF-8, else
--- Windows-1252.
function file_text.decode(bytes)
  if bytes:sub(1, 2) == "\xFF\xFE" then return of_utf16(bytes, "<") end
  if bytes:sub(1, 2) == "\xFE\xFF" then return of_utf16(bytes, ">") end
  local text = bytes:gsub("^\u{FEFF}", "")
  return utf8.len(text) and text or of_windows(text)
end

-- Largest list of channels or tracks, in bytes. Real lists are far smaller, and the tracks of a
-- larger one would not fit the memory.
local largest = 8 * 1024 * 1024

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

local function with_ampersands(text)
  return (text:gsub("&([^&;%s<>\"]*;?)", function(rest)
    local name = rest:match("^([^;]*);$") or ""
    if xml_names[name] or name:find("^#%d+$") or name:find("^#x%x+$") then return "&" .. rest end
    return "&amp;" .. rest
  end))
end

--- Returns the root of a file's XML after repairing bare & and control characters; nil and the
--- fault with its line.
function file_text.xml(bytes)
  -- The text is UTF-8 now, whatever the declaration says.
  local text = file_text.decode(bytes):gsub("^%s*<%?xml[^>]*%?>", "", 1)
  local root, err = mix.xml.decode(text)
  if root then return root end
  root = mix.xml.decode(with_ampersands(text:gsub("[%z\1-\8\11\12\14-\31]", "")))
  if root then return root end
  return nil, failure.line(err)
end

return file_text
