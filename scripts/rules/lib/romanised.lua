-- Transcribes names and titles of other scripts to Latin letters: Cyrillic, Greek, Hebrew, Arabic,
-- Kana and Hangul. A sound has many spellings ("Tchaikovsky", "Chaikovskii"), so texts are compared
-- after the spellings are unified; scripts without written vowels are compared by consonants. Input
-- is folded.
--
-- Sources of the tables: BGN/PCGN 1947 (Cyrillic), ISO 843 (Greek), ISO 259 and ALA-LC (Hebrew,
-- Arabic) without their marks, Hepburn (Kana), Revised Romanization of Korean (Hangul).

local memo = require("rules.lib.memo")
local text = mix.text

local letters = {}

-- Adds a list such as "а a, б b" to the table.
local function add(list)
  for letter, latin in list:gmatch("(%S+)%s+(%S+)") do
    letters[letter] = latin == "-" and "" or latin
  end
end

add [[
  а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s
  т t у u ф f х kh ц ts ч ch
  ш sh щ shch ъ - ы y ь - э e ю yu я ya і i ї i є ye ґ g ў u ј j љ lj њ nj ћ c ђ
  dj џ dz
  α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s
  τ t υ y φ f χ ch ψ ps ω o
  א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a
  פ p ף p צ ts ץ ts ק k
  ר r ש sh ת t
  ا a أ a إ i آ a ٱ a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض
  d ط t ظ z ع a غ gh ف f
  ق q ك k ل l م m ن n ه h ة a و w ي y ى a ئ y ؤ w ء - پ p چ ch ژ zh گ g ک k ی y
]]

-- Adds a row of kana: the vowels of a consonant in hiragana; katakana are 96 code points higher.
local function add_kana(first, syllables)
  local code = first
  for syllable in syllables:gmatch("%S+") do
    if syllable ~= "-" then
      letters[utf8.char(code)] = syllable
      letters[utf8.char(code + 96)] = syllable
    end
    code = code + 1
  end
end

add_kana(0x3041,
  [[a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da
  chi ji tsu tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi
  mu me mo ya ya yu yu yo yo ra ri ru re ro wa wa i e o n vu]])
letters["ー"], letters["っ"], letters["ッ"] = "", "", ""

-- Korean syllables consist of a first sound, a vowel and often a last sound.
local first = { "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch",
  "k", "t", "p", "h" }
local vowels = { "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u",
  "wo", "we", "wi", "yu", "eu", "ui", "i" }
local last = { "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m",
  "p", "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t" }

local function hangul(code)
  local place = code - 0xAC00
  return first[place // 588 + 1] .. vowels[place % 588 // 28 + 1] .. last[place % 28 + 1]
end

local function latin_of(letter)
  local known = letters[letter]
  if known then return known end
  if #letter == 3 then
    local code = utf8.codepoint(letter)
    if code >= 0xAC00 and code <= 0xD7A3 then return hangul(code) end
  end
  return nil
end

-- Joins a small y to the syllable before it: "きょ" is kyo.
local function joined_kana(s)
  return (s:gsub("([kgsznhbpmrj]h?)i(y[auo])", function(consonant, vowel)
    if consonant == "sh" or consonant == "j" or consonant == "ch" then return consonant
      .. vowel:sub(2) end
    return consonant .. vowel
  end))
end

-- Spellings of one sound, longer ones first.
local sounds = {
  { "shch", "s" }, { "tch", "c" }, { "sch", "s" }, { "kh", "h" }, { "ch", "c" }, { "sh", "s" },
  { "zh", "j" }, { "ts", "c" }, { "tz", "c" }, { "th", "t" }, { "dh", "d" }, { "gh", "g" }, { "ph",
    "f" },
  { "ck", "k" }, { "ou", "u" }, { "oo", "u" }, { "eu", "u" }, { "eo", "o" }, { "ee", "i" },
  { "y", "i" }, { "j", "i" }, { "w", "v" }, { "q", "k" }, { "x", "ks" }, { "l", "r" },
}

-- Reduces doubled letters to one.
local function single(s)
  local before
  return (s:gsub("%a", function(letter)
    if letter == before then return "" end
    before = letter
  end))
end

local function sound(s)
  s = s:gsub("v$", "f"):gsub("ff", "f")
  for _, pair in ipairs(sounds) do s = s:gsub(pair[1], pair[2]) end
  return single(s)
end

-- The consonants, which scripts without written vowels keep. Labials count as one (Hebrew writes b
-- and v, p and f alike; w and y are often vowels).
local function bones(latin)
  local s = latin:gsub("[^%a]", ""):gsub("[wy]", ""):gsub("j", "i"):gsub("v", "b")
  s = sound(s):gsub("[fp]", "b"):gsub("[aeiou]", ""):gsub("h", "")
  return single(s)
end

local forms = memo(function(s)
  local foreign, read = false, true
  -- Two Greek letters of one sound.
  if s:find("\xcf\x85", 1, true) then s = s:gsub("ου", "u") end
  local latin = s:gsub("[\xc2-\xf4][\x80-\xbf]*", function(letter)
    foreign = true
    local known = latin_of(letter)
    if not known then read = false end
    return known
  end)
  if foreign then latin = text.fold(joined_kana(latin)) end
  local plain = latin:gsub("[^%w\x80-\xff]", "")
  local sounded = sound(plain)
  return { foreign = foreign, read = read, latin = latin, sound = sounded, bones = bones(latin) }
end, 512)

local romanised = {}

--- The text in Latin letters as far as its script can be transcribed.
function romanised.latin(s) return forms(s).latin end

--- A form of a Latin text that does not depend on the spelling of sounds: "tolstoy" and "tolstoi"
--- are one.
function romanised.sound(s) return forms(s).sound end

--- Whether two Latin words may be one in different transcriptions: "qumairi", "qamiri".
function romanised.near(a, b)
  local ours, theirs = forms(a), forms(b)
  if #ours.bones >= 2 and ours.bones == theirs.bones then return true end
  return text.ratio(ours.sound, theirs.sound) >= 0.75
end

--- Whether a text has letters of a script that cannot be transcribed (Han).
function romanised.unreadable(s)
  if not s:find("[\xc2-\xf4]") then return false end
  local form = forms(s)
  return form.foreign and not form.read
end

--- Whether one text is entirely in Latin letters and the other has none: they may be one name, or a
--- name and its translation.
function romanised.apart(a, b)
  if not (a:find("[\xce-\xf4]") or b:find("[\xce-\xf4]")) then return false end
  return forms(a).foreign and not a:find("%a") and not forms(b).foreign and b:find("%a") ~= nil
    or forms(b).foreign and not b:find("%a") and not forms(a).foreign and a:find("%a") ~= nil
end

-- Fewer letters sound alike by chance.
local shortest = 4

--- Returns how similar two folded texts sound (0 to 1) when one is in another script; 0 when both
--- are in Latin letters, or one cannot be transcribed.
function romanised.likeness(a, b)
  if not (a:find("[\xc2-\xf4]") or b:find("[\xc2-\xf4]")) then return 0 end
  local ours, theirs = forms(a), forms(b)
  -- Both are in other scripts, or in two syllabaries of one: they must sound the same.
  if ours.foreign == theirs.foreign then
    return ours.read and theirs.read and #ours.sound > 2 and ours.latin == theirs.latin and 1 or 0
  end
  if not (ours.read and theirs.read) then return 0 end
  if ours.sound == theirs.sound then return 1 end
  if math.min(#ours.sound, #theirs.sound) < shortest then return 0 end
  local ratio = text.ratio(ours.sound, theirs.sound)
  -- Compares only consonants, as Arabic and Hebrew are written.
  if #ours.bones >= 3 and ours.bones == theirs.bones then ratio = math.max(ratio, 0.9) end
  if math.min(#ours.bones, #theirs.bones) >= 5 then
    local share = text.ratio(ours.bones, theirs.bones)
    if share >= 0.85 then ratio = math.max(ratio, share - 0.04) end
  end
  return ratio
end

return romanised
