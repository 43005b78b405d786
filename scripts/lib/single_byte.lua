-- Encodings of one byte a character, which older programs and their exports have, and a guess at
-- which of them a text has.

local single_byte = {}

-- The characters of the bytes from a place on; a blank, or none, is the character of the byte's
-- own number. https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
local signs = {
  ibm850 = { 0x80, "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ"
    .. "©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´"
    .. "\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}" },
  ibm852 = { 0x80, "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚ"
    .. "Ş╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´"
    .. "\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}" },
  ibm866 = { 0x80, "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖"
    .. "╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюя"
    .. "ЁёЄєЇїЎў°∙·√№¤■\u{a0}" },
  ["iso-8859-1"] = { 0xA0, "" },
  ["iso-8859-2"] = { 0xA0, " Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű"
    .. "  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙" },
  ["iso-8859-15"] = { 0xA0, "    € Š š           Ž   ž   ŒœŸ" },
  ["koi8-r"] = { 0x80, "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥ ⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩"
    .. "╪╫╬©юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВ"
    .. "ЬЫЗШЭЩЧЪ" },
  macintosh = { 0x80, "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°  §•¶ß® ™´¨≠ÆØ∞ ≤≥¥ ∂∑"
    .. "∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍ"
    .. "ÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ" },
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
  ["windows-1255"] = { 0x80, "€ ‚ƒ„…†‡ˆ‰ ‹     ‘’“”•–—˜™ ›    \u{a0}   ₪     ×        "
    .. "       ÷     ְֱֲֳִֵֶַָֹ ֻּֽ־ֿ׀ׁׂ׃װױײ׳״       אבגדהוזחטיך"
    .. "כלםמןנסעףפץצקרשת  \u{200e}\u{200f}" },
  ["windows-1256"] = { 0x80, "€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u{200c}\u{200d}ں\u{a0}،   "
    .. "     ھ               ؛    ؟ہءآأؤإئابةتثجحخدذرزسشصض طظعغـ"
    .. "فقك ل منهو     ىي  ًٌٍَ ُِ ّ ْ  \u{200e}\u{200f}ے" },
  ["windows-1257"] = { 0x80, "€ ‚ „…†‡ ‰ ‹ ¨ˇ¸ ‘’“”•–— ™ › ¯˛         Ø Ŗ    Æ        ø ŗ "
    .. "   æĄĮĀĆ  ĘĒČ ŹĖĢĶĪĻŠŃŅ Ō   ŲŁŚŪ ŻŽ ąįāć  ęēč źėģķīļšńņ ō   "
    .. "ųłśū żž˙" },
}

--- The names, sorted.
single_byte.names = {}
for name in pairs(signs) do single_byte.names[#single_byte.names + 1] = name end
table.sort(single_byte.names)

-- Other names, in letters and digits. A standard of which Windows has a wider form is read in it.
local others = {
  latin1 = "windows1252", iso88591 = "windows1252", latin2 = "iso88592", latin9 = "iso885915",
  latin5 = "windows1254",
  iso88597 = "windows1253", iso88598 = "windows1255", iso88599 = "windows1254",
  mac = "macintosh", macroman = "macintosh", cp850 = "ibm850", cp852 = "ibm852",
  cp866 = "ibm866", dos = "ibm850",
}

--- Returns the name of an encoding as it is here, of "cp1250", "Windows_1250" or "latin2" as well;
--- nil for one that is not known.
function single_byte.name(text)
  local plain = text:lower():gsub("[^%w]", "")
  plain = others[plain] or plain:gsub("^cp(%d)", "windows%1"):gsub("^win(%d)", "windows%1")
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

-- Library catalogues put controls around words that sorting passes over: U+0098 Der U+009C Hafen,
-- or U+0088 and U+0089.
local function unsorted(text)
  for first, last in pairs({ ["\u{98}"] = "\u{9C}", ["\u{88}"] = "\u{89}" }) do
    if text:find(first, 1, true) and text:find(last, 1, true) then
      text = text:gsub(first, ""):gsub(last, "")
    end
  end
  return text
end

--- Returns the text that was written as UTF-8 and read as Windows-1252 or ISO-8859-1: "CafÃ©"; and
--- what was Windows-1252 and read as ISO-8859-1, which has no quotes; without the marks of library
--- catalogues; any other text as it is.
function single_byte.mended(text)
  if not text:find("[\x80-\xFF]") then return text end
  local written = text:gsub("[\xC2-\xF4][\x80-\xBF]+", bytes)
  if utf8.len(written) then return written end
  return single_byte.without_controls(text)
end

--- Returns a text without controls from U+0080 to U+009F: signs of Windows-1252 in their place, and
--- without the marks of library catalogues.
function single_byte.without_controls(text)
  if not text:find("\xC2[\x80-\x9F]") then return text end
  return single_byte.reread(unsorted(text), "windows-1252")
end

-- The letters beyond ASCII of languages.
local western = {
  "àâæçèéêëîïôœùûüÿ", "äöüßé", "áéíñóúü", "ãáàâçéêíóôõúü", "àèéìòù", "æøåäöéü", "áéíóúýþðæö",
}
local central = {
  "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "čćđšž", "ăâîşţ",
}
local russian = { "абвгдеёжзийклмнопрстуфхцчшщъыьэюя" }
local cyrillic = {
  russian[1], "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдђежзијклљмнњопрстћуфхцчџш",
}
local greek = { "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ" }

-- Languages by the encoding that their programs write. The first is the usual one: others must
-- explain more words. `vowels`: a word of three letters or more has one, and no Latin letter.
local languages = {
  { "windows-1252", western },
  { "windows-1250", central },
  -- Before Cyrillic, whose capitals and last letters no Hebrew text has.
  { "windows-1255", { "אבגדהוזחטיךכלםמןנסעףפץצקרשת" }, vowels = "." },
  { "windows-1251", cyrillic, vowels = "[аеёиоуыэюяіїєј]" },
  { "windows-1253", greek, vowels = "[αεηιουωάέήίόύώϊϋΐΰ]" },
  { "windows-1254", { "çğıiöşüâîû" } },
  { "windows-1257", { "ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž" } },
  { "windows-1256", { "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ" }, vowels = "." },
  { "koi8-r", russian, vowels = "[аеёиоуыэюя]" },
  { "ibm866", cyrillic, vowels = "[аеёиоуыэюяії]" },
  { "macintosh", western }, { "ibm850", western }, { "iso-8859-2", central },
  { "ibm852", central },
}

local function characters_of(text)
  local set = {}
  for _, code in utf8.codes(text) do set[utf8.char(code)] = true end
  return set
end

for _, entry in ipairs(languages) do
  local sets = {}
  for place, letters in ipairs(entry[2]) do sets[place] = characters_of(letters) end
  entry[2], entry.vowels = sets, entry.vowels and characters_of(entry.vowels)
end

local function has_all(word, letters)
  for character in word:gmatch("[\xC2-\xF4][\x80-\xBF]+") do
    if not letters[character] then return false end
  end
  return true
end

local function has_any(word, letters)
  for character in word:gmatch("[\xC2-\xF4][\x80-\xBF]+") do
    if letters[character] then return true end
  end
  return false
end

-- Whether a word is in small letters, in capitals, or has one in front: "Живаго", not "жИВАГО".
local function is_cased(word, folded)
  if word == folded then return true end
  local first = utf8.offset(word, 2)
  if not first or word:sub(first) == folded:sub(-(#word - first + 1)) then return true end
  for character in word:gmatch("[%a\xC2-\xF4][\x80-\xBF]*") do
    if mix.text.casefold(character) == character then return false end
  end
  return true
end

-- Signs around words.
local around = {}
for _, code in utf8.codes("“”„‘’‚«»‹›…–—€•·\u{a0}") do around[utf8.char(code)] = "" end

-- Whether a language of an encoding writes such a word.
local function explains(entry, word)
  local own = single_byte.reread(word, entry[1]):gsub("[\xC2-\xF4][\x80-\xBF]+", around)
  -- The form of a last letter has no capital of its own.
  own = own:gsub("ς", "σ")
  local folded = mix.text.casefold(own)
  if not is_cased(own, folded) then return false end
  if entry.vowels then
    local length = utf8.len(own)
    if own:find("%a") or length < 2 then return false end
    if length > 2 and not (entry.vowels["."] or has_any(folded, entry.vowels)) then return false end
  end
  for _, letters in ipairs(entry[2]) do
    if has_all(folded, letters) then return true end
  end
  return false
end

-- Different words that an encoding is guessed by: a picture or a film has them without end.
local most_words = 2000

--- Guesses the encoding of texts that were read as ISO-8859-1: the one in which most words are
--- words of one language; and their share of those that are not ASCII.
function single_byte.guess(texts)
  local words, all, different = {}, 0, 0
  for _, text in ipairs(texts) do
    for word in text:gmatch("[%a\x80-\xFF]+") do
      if different == most_words then break end
      if word:find("[\x80-\xFF]") then
        different = different + (words[word] and 0 or 1)
        words[word], all = (words[word] or 0) + 1, all + 1
      end
    end
  end
  local best, most = nil, -1
  for _, entry in ipairs(languages) do
    local count = 0
    for word, times in pairs(words) do
      if explains(entry, word) then count = count + times end
    end
    if count > most then best, most = entry[1], count end
  end
  return best, most / math.max(1, all)
end

return single_byte
