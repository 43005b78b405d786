-- Finds remarks about an edition in book titles: formats, print runs, languages, awards. An edition
-- is the same work; only some remarks name another text.

local listed = require("rules.lib.listed")
local numbers = require("rules.lib.numbers")
local set_of = require("lib.set_of")

local editions = {}

local formats = {
  "unabridged", "abridged", "large print", "large type", "paperback", "hardcover", "hardback",
  "mass market", "kindle", "ebook", "e-book", "audiobook", "audio cd", "audio book", "audible",
  "board book", "library binding", "epub", "mobi", "azw3", "boxed", "box set", "boxset",
  "illustrated", "deluxe", "annotated", "omnibus", "reprint", "reissue", "facsimile", "tpb", "tp",
  "hc", "movie tie-in", "full cast",
}

local languages = {
  english = "en", spanish = "es", french = "fr", german = "de", italian = "it", portuguese = "pt",
  dutch = "nl", russian = "ru", chinese = "zh", japanese = "ja", korean = "ko", arabic = "ar",
  polish = "pl", swedish = "sv",
}

-- Words that say how an edition differs from an earlier one, and words beside them: a remark of
-- these alone is about the edition, as "Revised and Updated" or "Fully Illustrated".
local changes = set_of([[
  revised updated expanded enlarged extended corrected unabridged abridged illustrated annotated
  complete definitive
]])
local beside = set_of("and fully newly new completely")

-- Publishers of summaries, guides and retellings.
local makers = {}
for index, name in ipairs(listed(require("rules.data.derivers"))) do
  makers[index] = mix.text.fold(name)
end

-- Words by the kind of another text than the work with that title. "|" is where a remark begins or
-- ends: a colon, a dash, a bracket.
local derived = {
  { "box set", [[
    box set; boxed set; box sets; boxset; complete collection; complete series; collection set;
    books set; trilogy collection; omnibus; novels collection; book bundle; ebook bundle;
    complete novels; complete works; collected works; novels in one; books in one; stories in one;
    volumes in one; integrale; gesamtausgabe; edizione completa; edicion completa;
    edicao completa; %d book; %d in 1; %d books in 1;
    book collection; coffret; schuber; cofanetto;
    全%S+册; 全%S+冊; 全%S+巻; 全%S+卷; %S*全集
  ]] },
  { "summary", [[
    | summary; summary of; summary and analysis; summarized; summarised; key takeaways;
    takeaways and analysis; key insights; key ideas; main ideas; in %d+ minutes; %d+ minute;
    critical analysis; zusammenfassung; resumen de; resume de; riassunto
  ]] },
  { "guide to another book", [[
    study guide; teachers guide; reading guide; discussion guide; companion guide; readers guide;
    club guide; literature guide; student guide; discussion questions; book club kit; lesson plan;
    conversation starters; study notes; lecture notes; study companion; companion to; companion |;
    critical reader; solutions manual; lekture; lektureschlussel; lekturehilfe; quick read;
    unofficial; unauthorized; unauthorised; the making of; teachings |; daily meditations
  ]] },
  { "workbook", [[
    workbook; guided journal; coloring book; colouring book; sticker book; activity book;
    quiz book; puzzle book; trivia; flash cards; postcards; libro de colorear; arbeitsbuch;
    ubungsbuch; malbuch; cahier dexercices; cuaderno de trabajo; | das %S*journal |; | the journal |
  ]] },
  { "play", [[
    | the play |; radio scripts; screenplay; shooting script; script book; scriptbook;
    original script; stage play; libretto; the musical; horspiel; dramatisation; dramatization
  ]] },
  { "graphic novel", [[
    graphic novel; graphic history; graphic edition; graphic biography; graphic adaptation;
    comic book; comic adaptation; manga edition; manga classics; manga adaptation; bande dessinee;
    en bd; | bd |; der comic; als comic; novela grafica; il fumetto; fumetti; en bande dessinee;
    | komiks |; | комикс |; графическии роман; tegneserie; tegneserien; em quadrinhos; cizgi roman;
    grafische versie; stripbewerking; seriealbum; | 漫画 |; | 漫畫 |; 漫画版; | コミック |
  ]] },
  { "excerpt", "leseprobe; free preview; chapter sampler; extended excerpt; extrait gratuit" },
  { "retelling", [[
    young readers; readers edition; young adult adaptation; adapted for; adaptation; retold;
    retelling; for kids; for children; junior novel; picture book; a parody; einfach klassisch;
    leichte sprache; einfacher sprache; leicht lesen; fur kinder erzahlt; graded reader;
    easy reader; para ninos; pour enfants; per bambini
  ]] },
  { "cookbook", "cookbook" },
}
for _, kind in ipairs(derived) do
  local phrases = {}
  for phrase in kind[2]:gmatch("%s*([^;\n]*[^;%s])") do
    phrases[#phrases + 1] = { " " .. phrase .. " ", not phrase:find("%", 1, true) }
  end
  kind[2] = phrases
end

-- Forms of one text, by the words that name them; they exclude each other.
local forms = {
  { " light novel ", "light novel" }, { "| novel |", "light novel" }, { " manga ", "manga" },
  { " manhwa ", "manga" }, { "| comic |", "manga" },
}

-- Kinds of books in generic subtitles: "A Novel", "An Ada Lune Mystery"; "Stories".
local kinds = {
  novel = true, novella = true, memoir = true, thriller = true, mystery = true, romance = true,
  suspense = true, story = true, tale = true, play = true, biography = true, cookbook = true,
  fable = true, parable = true, novelette = true, ["picture book"] = true, translation = true,
  adventure = true, fantasy = true,
}
local plurals = { stories = true, poems = true, essays = true, ["short stories"] = true }

-- Words behind the noun of a generic subtitle: "a thriller that you cannot put down". A tale or a
-- play "of" something is not only a kind.
local behind = set_of("with that which from set about in for by you from to")

-- Words for an abridged text in other languages.
local shortened = { "abrege", "gekurzt", "ridott", "adaptado para ninos", "abreviad", "verkort" }

local function is_shortened(s)
  for _, word in ipairs(shortened) do
    if s:find("%f[%w\x80-\xff]" .. word) then return true end
  end
  return false
end

--- Returns the formats and the language that a folded text names: a set, and a code of two letters
--- or nil.
function editions.marks(s)
  local set, language = {}, nil
  for _, word in ipairs(formats) do
    if s:find("%f[%w]" .. word:gsub("%-", "%%-") .. "%f[%W]") then set[word] = true end
  end
  if is_shortened(s) then set.abridged = true end
  for word, code in pairs(languages) do
    if s:find("%f[%w]" .. word .. " edition") or s == word then language = code end
  end
  return set, language
end

-- Whether a folded text has no other words than those of a changed edition.
local function is_changed(s)
  local found = false
  for word in s:gmatch("[%w\x80-\xff]+") do
    if not (changes[word] or beside[word]) then return false end
    found = found or changes[word] == true
  end
  return found
end

--- Whether the folded content of a bracket describes only the edition.
function editions.remark(s)
  if s:find("%f[%w]editions?%f[%W]") or s:find("%f[%w]ed%.?$") or s:find("book club") then
    return true
  end
  if s:find("%f[%w]prize%f[%W]") or s:find("%f[%w]award%f[%W]") or s:find("bestseller") then
    return true
  end
  local set, language = editions.marks(s)
  return next(set) ~= nil or language ~= nil or s:find("^revised") ~= nil or is_changed(s)
    or s:find("^%w+ vol%a*%.?$") ~= nil or s:find("^in %w+ volumes$") ~= nil
end

--- Whether a folded remark names an edition whose volumes are its own: "Perfect Edition", but not
--- "Kindle Edition", "3rd Edition", "Revised Edition".
function editions.is_special(s)
  local name = s:match("^(.+) edition$")
  if not name then return false end
  local set, language = editions.marks(s)
  return not (next(set) or language or editions.number(s)) and not is_changed(name)
end

-- Words for an edition behind or before its number: "3rd ed.", "2. Auflage", "Third Edition".
local counted = set_of("edition editions ed auflage aufl edicion edizione editie edicao")

--- The number of the edition that a text names, as digits; nil without one.
function editions.number(s)
  s = s:sub(1, 1000)  -- no title is as long
  local lower = s:lower()
  local short = lower:match("%S%s+(%d%d?)e$")
  if short then return short end
  if not lower:find("ed", 1, true) and not lower:find("aufl", 1, true) then return nil end
  local last
  for word in mix.text.fold(s):gmatch("[%w\x80-\xff]+") do
    local value = counted[word] and last and numbers.of(last)
    if value and #value < 3 then return value end
    last = word
  end
  return nil
end

local named = {
  deluxe = true, special = true, absolute = true, ["collector's"] = true, collectors = true,
}

--- Returns a subtitle without the edition that ends it, "Year One Deluxe Edition"; nil for one of
--- an edition alone, and for others.
function editions.before_edition(s)
  local before, word = s:match("^(%S+ .*%S)%s+(%S+) [Ee]dition$")
  if not before or not named[word:lower()] or before:lower():find("^the ") then return nil end
  return before
end

--- Whether a folded subtitle names the edition: "The Definitive Edition", "The 1818 Text".
function editions.subtitle(s)
  return s:find("%f[%w]edition$") ~= nil or s:find("%f[%w]text$") ~= nil or is_changed(s)
end

-- A folded text of words between spaces, with "|" where a remark begins or ends.
local function in_words(s)
  s = s:gsub("'", ""):gsub(" %-+ ", "|"):gsub("[%(%)%[%]:;|,]+", " | "):gsub("&", " and ")
  return " | " .. s:gsub("[^%w|\x80-\xff]+", " ") .. " | "
end

--- Returns the kind of another text than the work that a folded title names (a summary, a workbook,
--- a box of several), nil for the work itself; and the form, such as "manga", or nil.
function editions.derived(s)
  local words, form = in_words(s), nil
  for _, pair in ipairs(forms) do
    if words:find(pair[1], 1, true) then form = pair[2] end
  end
  for _, kind in ipairs(derived) do
    for _, phrase in ipairs(kind[2]) do
      if words:find(phrase[1], 1, phrase[2]) then return kind[1], form end
    end
  end
  for _, maker in ipairs(makers) do
    if s:find(maker, 1, true) then return "derived text", form end
  end
  return nil, form
end

--- Whether a folded subtitle only names the kind of book: "a novel", "stories", "a gripping
--- thriller with a twist".
function editions.generic(s)
  if plurals[s] then return true end
  local last
  local rest = s:match("^an? (.+)$")
  if not rest then return false end
  if kinds[rest] then return true end
  for word, sign in rest:gmatch("([%w'\x80-\xff%-]+)([^%w]*)") do
    if behind[word] then break end
    if word == "of" then return last == "novel" or last == "thriller" end
    last = word
    if sign:find("[,;%.!|]") then break end
  end
  return kinds[last] == true
end

-- Formats that may end a title without a sign before them.
local bindings = {
  "unabridged audiobook", "unabridged", "audiobook", "audio cd", "paperback", "hardcover",
  "hardback", "large print", "kindle edition", "ebook", "hc",
}

-- Editions at the end of a title without brackets, in lower case. A year stays: "Exam, 2018
-- Edition" and "Exam, 2019 Edition" are two books. Each entry begins with a word of its pattern,
-- because most titles lack all of them and need no pattern.
local endings = {
  { "edition", "()%s*/%s*edition%s+%d+$" }, { "edition", "()%s*,%s*[%w%.%- ]-%f[%w]edition$" },
  { "edition", "()%s+%-+%s+[%w%.%- ]-%f[%w]edition$" },
  { "edition", "()%s*,?%s+%d+[snrt][tdh]%s+edition$" },
  { "ed", "()%s*,?%s+%d+[snrt][tdh]%s+ed%.?$" },
  { "anniversary", "()%s*,?%s+%d+[snrt][tdh]%s+anniversary$" },
  { "anniversary", "()%s*,?%s+%d+[snrt][tdh]%s+anniversary%s+ed%w*%.?$" },
}

--- Removes an edition from the end of a text. Returns the rest and the edition's words; the text
--- unchanged when it has none or nothing would be left.
function editions.take(s)
  local lower = s:lower()
  if lower:find("ed", 1, true) or lower:find("anniversary", 1, true) then
    for _, ending in ipairs(endings) do
      local start = lower:find(ending[1], 1, true) and lower:match(ending[2])
      if start and start > 1 then
        local words = s:sub(start)
        local year = words:match("%f[%d][12][09]%d%d%f[%D]")
        return s:sub(1, start - 1) .. (year and " " .. year or ""), words
      end
    end
    local start, words = lower:match("^.*%S()%s*[,%-]%s+([%a ]+)$")
    if start and is_changed(words) then return s:sub(1, start - 1), s:sub(start) end
  end
  -- "Anatomy 4e".
  local start = lower:match("%S()%s+%d%d?e$")
  if start then return s:sub(1, start - 1), s:sub(start) end
  for _, word in ipairs(bindings) do
    if #s > #word + 1 and lower:sub(-#word - 1) == " " .. word then
      return s:sub(1, -#word - 2), word
    end
  end
  return s, nil
end

return editions
