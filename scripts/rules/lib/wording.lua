-- Finds the same words in other spellings: joined or separate ("Pokerface"), with digits or words
-- ("4 Minutes", "Nineteen Eighty-Four"), with or without an article, with letters that a shop hides
-- ("F**k"), and in another script. Input are keys of lib.spelling.

local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")

local articles = set_of("the a an le la les der die das el los las")

-- Short spellings of messages and of song titles; British spellings; ordinals as digits, "1st to
-- Die". Those of words stay, because "First Love" is not "One Love".
local short = {}
for word, long in ([[
  u you, r are, ur your, n and, til till, tha the, da the, luv love, thru through, tonite tonight,
  nite night, lite light, cuz because, coz because, cause because, boi boy, pt part, vol volume,
  vs versus, mr mister, dr doctor, st saint, blvd boulevard, mt mount, ft feat, em them,
  ya you, o of, y and, gr8 great,
  str8 straight, b4 before, wid with, wit with, dis this, dat that, lil little, outta out_of,
  gonna going_to, wanna want_to, gotta got_to, gimme give_me, lemme let_me, kinda kind_of,
  rnr rock_and_roll, thankyou thank_you, bout about, round around,
  grey gray, colour color, colours colors, coloured colored, favourite favorite, honour honor,
  neighbour neighbor, neighbours neighbors, neighbourhood neighborhood, harbour harbor,
  flavour flavor, saviour savior, rumour rumor, rumours rumors, glamour glamor, humour humor,
  labour labor, armour armor, parlour parlor, theatre theater, centre center, metre meter,
  lustre luster, spectre specter, sabre saber, traveller traveler, travellers travelers,
  travelling traveling, jeweller jeweler, counsellor counselor, jewellery jewelry,
  boxset box_set, boxed box,
  programme program, programmes programs, pyjamas pajamas, mum mom, mummy mommy, plough plow,
  grandad granddad, defence defense, offence offense, licence license, cheque check, storey story,
  aeroplane airplane, tyre tire, catalogue catalog, dialogue dialog, realise realize,
  organise organize, civilisation civilization, whisky whiskey, doughnut donut,
  1st first, 2nd second, 3rd third, 4th fourth, 5th fifth, 6th sixth, 7th seventh, 8th eighth,
  9th ninth, 10th tenth, 11th eleventh, 12th twelfth, 13th thirteenth, 20th twentieth,
  21st twenty_first
]]):gmatch("(%w+) ([%w_]+)") do
  short[word] = long:gsub("_", " ")
end

local function expanded(key)
  -- Behind a name it is a street: "Main St.".
  key = key:gsub("(%w) st$", "%1 street")
  return (key:gsub("%f[%w]%w+%f[%W]", short):gsub("%f[%w]number (%d)", "no %1"))
end

-- Digits that stand for sounds: "Nothing Compares 2 U", "Sk8er", "2gether 4ever".
local sounds = { ["2"] = "to", ["4"] = "for" }

local function sounded(key)
  if not key:find("[248]") then return key end
  key = key:gsub("%f[%w]([24])%f[^%w]", sounds):gsub("%f[%w]([24])%f[%a]", sounds)
  return (key:gsub("(%a)8%f[e]", "%1at"):gsub("(%a)8%f[^%w]", "%1ate"))
end

-- The words by their sounds; "2" and "too" are "to".
local function said(key)
  local s = sounded(key):gsub("%f[%w]t[wo]o%f[%W]", "to"):gsub("%f[%w]four%f[%W]", "for")
  return (expanded(s):gsub(" ", ""))
end

local function without_article(key)
  local word = key:match("^(%a+) ")
  if not articles[word or ""] then return key end
  -- "A.B.C." begins without an article.
  local rest = key:sub(#word + 2)
  return rest:find("^%S%S") and rest or key
end

-- The words with each spelled out, as one. Most titles have no word that is written otherwise, and
-- are their `compact` letters.
local function spelled_out(bare, digits, compact)
  if bare:find(" [ivx]") then bare = numbers.roman_in_digits(bare) end
  local known = digits or bare:find("['%.%d]") ~= nil
  for word in bare:gmatch("%w+") do known = known or short[word] or numbers.is_word(word) end
  if not known then return compact end
  return (numbers.in_digits(expanded(bare)):gsub(" ", ""))
end

local forms = memo(function(key)
  local bare = without_article(key)
  local digits = bare:find("%d") ~= nil
  local compact = bare:gsub("[ '%.]", "")
  return {
    compact = compact, bare = bare, spelled = spelled_out(bare, digits, compact), digits = digits,
    foreign = key:find("[\xc2-\xf4]") ~= nil,
  }
end, 2048)

local wording = {}

--- Returns how certainly two keys are the same words (0 or 0.9 to 1), and how they differ.
function wording.same(a, b)
  if a == b then return 1, "exact" end
  local ours, theirs = forms(a), forms(b)
  if ours.compact == theirs.compact and ours.compact ~= "" then
    return ours.bare == a and theirs.bare == b and 0.99 or 0.98, "the same letters"
  end
  if ours.spelled == theirs.spelled and ours.spelled ~= "" then return 0.97,
    "the same words, spelled out" end
  -- Digits for sounds count on one side only: "4 U" is "For You", "2 + 2" stays a sum.
  if ours.digits ~= theirs.digits and said(ours.bare) == said(theirs.bare) then
    return 0.95, "the same sounds, in digits"
  end
  if not (ours.foreign or theirs.foreign) then return 0 end
  local sound = romanised.likeness(a, b)
  if sound >= 0.78 and numbers.same(a, b) then return 0.85 + 0.1 * sound,
    "alike in another script" end
  return 0
end

local function as_pattern(word)
  return "^" .. word:gsub("[%^%$%(%)%%%.%[%]%+%-%?]", "%%%0"):gsub("%*+", "%%S+") .. "$"
end

local function words_of(s)
  local list = {}
  for word in s:gmatch("[^%s%-/]+") do
    word = word:gsub("^[^%w%*\x80-\xff]+", ""):gsub("[^%w%*\x80-\xff]+$", "")
    if word ~= "" then list[#list + 1] = word end
  end
  return list
end

--- Whether a folded text hides letters of a word behind asterisks.
function wording.is_masked(s)
  return s:find("*", 1, true) ~= nil and (s:find("%w%*") ~= nil or s:find("%*%w") ~= nil)
end

--- Whether two folded texts are the same words when asterisks stand for any letters.
function wording.unmasked(a, b)
  local ours, theirs = words_of(a), words_of(b)
  if #ours == 0 or #ours ~= #theirs then return false end
  for index, word in ipairs(ours) do
    local other = theirs[index]
    if word ~= other then
      local met = word:find("*", 1, true) and other:find(as_pattern(word))
        or other:find("*", 1, true) and word:find(as_pattern(other))
      -- Both hide letters, so the visible letters at both ends must agree.
      if not met and word:find("*", 1, true) and other:find("*", 1, true) then
        met = word:sub(1, 1) == other:sub(1, 1) and word:sub(-1) == other:sub(-1)
      end
      if not met then return false end
    end
  end
  return true
end

return wording
