-- Text as the mock's searches compare it: lower case, accents off Latin letters, words only.
-- Written for the mock alone; what mixhost does to text is not used here.

local case = require("lib.mock.catalogue.case")

-- Words that a search passes over on both sides.
local ignored = {}
for word in ("a and featuring feat ft in of the w with x"):gmatch("%a+") do ignored[word] = true end

-- Latin letters with their marked forms.
local plain = {}
for letter, forms in pairs({
  a = "àáâãäåāăą", c = "çćĉċč", d = "ďđ", e = "èéêëēĕėęě", g = "ĝğġģ", h = "ĥħ", i = "ìíîïĩīĭįı",
  j = "ĵ", k = "ķ", l = "ĺļľŀł", n = "ñńņňŉ", o = "òóôõöøōŏő", r = "ŕŗř", s = "śŝşšș", t = "ţťŧț",
  u = "ùúûüũūŭůűų", w = "ŵ", y = "ýÿŷ", z = "źżž",
}) do
  for _, code in utf8.codes(forms) do plain[code] = letter end
end

-- Marks that are written apart belong to the letter before them.
local marks = {
  { 0x300, 0x36F }, { 0x483, 0x487 }, { 0x591, 0x5C7 }, { 0x64B, 0x65F }, { 0x3099, 0x309A },
}
-- Signs and punctuation, as far as titles have them.
local signs = {
  { 0x80, 0xA9 }, { 0xAB, 0xB1 }, { 0xB4, 0xB4 }, { 0xB6, 0xB8 }, { 0xBB, 0xBB }, { 0xBF, 0xBF },
  { 0xD7, 0xD7 }, { 0xF7, 0xF7 }, { 0x2000, 0x206F }, { 0x20A0, 0x20CF }, { 0x2122, 0x2122 },
  { 0x2190, 0x245F }, { 0x2500, 0x2BFF }, { 0x3000, 0x3004 }, { 0x3008, 0x3020 },
  { 0x30FB, 0x30FB }, { 0xE000, 0xF8FF }, { 0xFE00, 0xFE6F }, { 0xFF01, 0xFF0F },
  { 0xFF1A, 0xFF20 }, { 0xFFFD, 0xFFFD }, { 0x1F000, 0x1FAFF },
}

local function is_among(code, ranges)
  for _, range in ipairs(ranges) do
    if code >= range[1] and code <= range[2] then return true end
  end
  return false
end

-- Replaces a letter that is not of ASCII by what searches compare.
local function compared(letter)
  local code = utf8.codepoint(letter)
  if plain[code] then return plain[code] end
  if is_among(code, marks) then return "" end
  return is_among(code, signs) and " " or letter
end

--- Returns the words of a text in order, without the ignored ones unless nothing else is left.
return function(text)
  text = case.lower(text):gsub("'", ""):gsub("’", "")
  if text:find("[\x80-\xff]") then
    text = utf8.len(text) and text:gsub(utf8.charpattern, function(letter)
      return letter:byte() >= 0x80 and compared(letter) or nil
    end) or text:gsub("[\x80-\xff]", " ")
  end
  local all, kept = {}, {}
  for word in text:gmatch("[%w\x80-\xff]+") do
    all[#all + 1] = word
    if not ignored[word] then kept[#kept + 1] = word end
  end
  return #kept > 0 and kept or all
end
