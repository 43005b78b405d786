-- Capital and small letters of the scripts in which the catalogue's titles are written: Latin,
-- Greek and Cyrillic. Written for the mock alone; what mixhost does to text is not used here.

local case = {}

local lower_of, upper_of = {}, {}

local function pair(capital, small)
  lower_of[capital], upper_of[small] = utf8.char(small), utf8.char(capital)
end

-- Adds pairs: capitals from `first` to `last`, each `distance` code points before its small letter.
local function add(first, last, distance, step)
  for code = first, last, step or 1 do pair(code, code + distance) end
end

add(0xC0, 0xD6, 32)
add(0xD8, 0xDE, 32)
add(0x100, 0x136, 1, 2)
add(0x139, 0x147, 1, 2)
add(0x14A, 0x176, 1, 2)
add(0x179, 0x17D, 1, 2)
add(0x218, 0x21A, 1, 2)
pair(0x178, 0xFF)
add(0x391, 0x3A1, 32)
add(0x3A3, 0x3AB, 32)
pair(0x386, 0x3AC)
add(0x388, 0x38A, 37)
pair(0x38C, 0x3CC)
add(0x38E, 0x38F, 63)
add(0x400, 0x40F, 80)
add(0x410, 0x42F, 32)
-- The two letters i of Turkish, and letters without a capital of their own.
lower_of[utf8.codepoint("İ")], upper_of[utf8.codepoint("ı")] = "i", "I"
upper_of[utf8.codepoint("ß")], upper_of[utf8.codepoint("ς")] = "SS", "Σ"

local function changed(text, by)
  if not text:find("[\x80-\xff]") or not utf8.len(text) then return text end
  return (text:gsub("[\xC2-\xDF][\x80-\xBF]", function(letter)
    return by[utf8.codepoint(letter)]
  end))
end

--- Returns a text in small letters.
function case.lower(text) return changed(text:lower(), lower_of) end

--- Returns a text in capital letters.
function case.upper(text) return changed(text:upper(), upper_of) end

return case
