-- Encodings of one byte a character, which older programs and their exports have, and a guess at
-- which of them a text has.

local single_byte = {}

-- The characters of the bytes from a place on; a blank, or none, is the character of the byte's
-- own number. https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
local signs = {
  ["iso-8859-1"] = { 0xA0, "" },
  ["iso-8859-2"] = { 0xA0, " Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű"
    .. "  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙" },
  ["iso-8859-15"] = { 0xA0, "    € Š š           Ž   ž   ŒœŸ" },
  ["koi8-r"] = { 0x80, "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥ ⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩"
    .. "╪╫╬©юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВ"
    .. "ЬЫЗШЭЩЧЪ" },
  ["windows-1250"] = { 0x80, "€ ‚ „…†‡ ‰Š‹ŚŤŽŹ ‘’“”•–— ™š›śťžź ˇ˘Ł Ą    Ş    Ż  ˛ł     ąş "
    .. "Ľ˝ľżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  "
    .. "řů ű  ţ˙" },
  ["windows-1251"] = { 0x80, "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–— ™љ›њќћџ ЎўЈ Ґ  Ё Є    Ї  Ііґ   ё№є "
    .. "јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцч"
    .. "шщъыьэюя" },
  ["windows-1252"] = { 0x80, "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ" },
  ["windows-1253"] = { 0x80, "€ ‚ƒ„…†‡ ‰ ‹     ‘’“”•–— ™ ›     ΅Ά            ―    ΄   ΈΉΊ "
    .. "Ό ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχ"
    .. "ψωϊϋόύώ" },
  ["windows-1254"] = { 0x80, "€ ‚ƒ„…†‡ˆ‰Š‹Œ    ‘’“”•–—˜™š›œ  Ÿ                            "
    .. "                    Ğ            İŞ                 ğ       "
    .. "     ış" },
  ["windows-1257"] = { 0x80, "€ ‚ „…†‡ ‰ ‹ ¨ˇ¸ ‘’“”•–— ™ › ¯˛         Ø Ŗ    Æ        ø ŗ "
    .. "   æĄĮĀĆ  ĘĒČ ŹĖĢĶĪĻŠŃŅ Ō   ŲŁŚŪ ŻŽ ąįāć  ęēč źėģķīļšńņ ō   "
    .. "ųłśū żž˙" },
}

--- The names, sorted.
single_byte.names = {}
for name in pairs(signs) do single_byte.names[#single_byte.names + 1] = name end
table.sort(single_byte.names)

local latin = { ["1"] = "iso88591", ["2"] = "iso88592", ["9"] = "iso885915" }

--- Returns the name of an encoding as it is here, of "cp1250", "Windows_1250" or "latin2" as well;
--- nil for one that is not known.
function single_byte.name(text)
  local plain = text:lower():gsub("[^%w]", ""):gsub("^cp(%d)", "windows%1")
  plain = plain:gsub("^win(%d)", "windows%1"):gsub("^latin(%d)$", latin)
  for _, name in ipairs(single_byte.names) do
    if name:gsub("%-", "") == plain then return name end
  end
end

local tables = {}

-- The characters of an encoding, by those that ISO-8859-1 reads in their place.
local function table_of(name)
  if tables[name] then return tables[name] end
  local place, characters = signs[name][1], {}
  for _, code in utf8.codes(signs[name][2]) do
    if code ~= 32 then characters[utf8.char(place)] = utf8.char(code) end
    place = place + 1
  end
  tables[name] = characters
  return characters
end

--- Returns a text that was read as ISO-8859-1 as its bytes read in another encoding.
function single_byte.reread(text, name)
  if not text:find("[\x80-\xFF]") then return text end
  return (text:gsub("[\xC2\xC3][\x80-\xBF]", table_of(name)))
end

--- Returns the text of bytes in an encoding.
function single_byte.decode(bytes, name)
  local text = bytes:gsub("[\x80-\xFF]", function(byte) return utf8.char(byte:byte()) end)
  return single_byte.reread(text, name)
end

local bytes = {}
for byte = 0x80, 0xFF do bytes[utf8.char(byte)] = string.char(byte) end
for own, sign in pairs(table_of("windows-1252")) do bytes[sign] = bytes[own] end

--- Returns the text that was written as UTF-8 and read as Windows-1252 or ISO-8859-1: "CafÃ©"; any
--- other text as it is.
function single_byte.mended(text)
  if not text:find("[\x80-\xFF]") then return text end
  local written = text:gsub("[\xC2-\xF4][\x80-\xBF]+", bytes)
  return utf8.len(written) and written or text
end

-- The letters beyond ASCII of languages, by the encoding that their programs write. The usual
-- encoding is first: others must explain more words.
local languages = {
  { "windows-1252", {
    "àâæçèéêëîïôœùûüÿ", "äöüé", "áéíñóúü", "ãáàâçéêíóôõúü", "àèéìòù", "æøåäöéü", "áéíóúýþðæö",
  } },
  { "windows-1250", {
    "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "čćđšž", "ăâîşţ",
  } },
  { "windows-1251", {
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "абвгдђежзијклљмнњопрстћуфхцчџш",
  }, is_whole = true },
}

for _, entry in ipairs(languages) do
  for place, letters in ipairs(entry[2]) do
    local set = {}
    for _, code in utf8.codes(letters) do set[code] = true end
    entry[2][place] = set
  end
end

local function has_all(word, letters)
  for _, code in utf8.codes(word) do
    if code > 0x7F and not letters[code] then return false end
  end
  return true
end

-- Whether a language of an encoding writes such a word. A Cyrillic word has no Latin letter.
local function explains(entry, word)
  if entry.is_whole and (word:find("%a") or utf8.len(word) < 2) then return false end
  local folded = mix.text.casefold(single_byte.reread(word, entry[1]))
  for _, letters in ipairs(entry[2]) do
    if has_all(folded, letters) then return true end
  end
  return false
end

--- Guesses the encoding of texts that were read as ISO-8859-1: the one in which most words are
--- words of one language.
function single_byte.guess(texts)
  local best, most = nil, -1
  for _, entry in ipairs(languages) do
    local count = 0
    for _, text in ipairs(texts) do
      for word in text:gmatch("[%a\x80-\xFF]+") do
        if word:find("[\x80-\xFF]") and explains(entry, word) then count = count + 1 end
      end
    end
    if count > most then best, most = entry[1], count end
  end
  return best
end

return single_byte
