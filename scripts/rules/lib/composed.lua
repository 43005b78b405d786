-- Recognises a movement of a composed work in a title that names it in other words and another
-- order: "Brahms Sinfonie 4, 1. Satz", "cello suite 1 prelude". Every word and every number there
-- must be one of the full title or of its composer.

local catalogues = require("rules.lib.catalogues")
local keys = require("rules.lib.keys")
local numbers = require("rules.lib.numbers")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local text = mix.text

local composed = {}

-- Words that many works share, and that therefore identify none: tempos, which several movements of
-- one work have, and forms.
local common = {}
for word in ([[
  prelude overture aria menuetto minuet scherzo finale rondo intro introduction interlude overtura
  ouverture praeludium fugue fuga gigue sarabande allemande courante gavotte kyrie gloria credo
  sanctus chorus recitative epilogue prologue theme outro part variation
]]):gmatch("%S+") do
  common[word] = "form"
end
for word in ([[
  allegro adagio andante presto largo allegretto vivace lento moderato molto assai con moto ma non
  troppo poco vivo e brio cantabile sostenuto grave
]]):gmatch("%S+") do
  common[word] = "tempo"
end

--- Whether a piece's name has only words that name no work.
function composed.is_common(piece)
  for word in piece:gmatch("%a+") do
    if not common[word] then return false end
  end
  return true
end

-- The names of the parts of a work, where they are counted: "2nd mvt", "1. Satz".
local counted = set_of("movement movt mvt mvmt mov satz mouvement movimento movimiento tempo")

--- Writes counts of works and of movements in folded text in one way: "Concerto #2, 1st movement"
--- as "Concerto no. 2: 1.".
function composed.with_counts(s)
  s = s:gsub(" ?%((%d+%a*%.? %a+)%)", function(words)
    return counted[words:match("%a+$")] and " " .. words or nil
  end)
  s = s:gsub("#(%d)", "no. %1"):gsub("%f[%w]n%.? (%d)", "no. %1")
  s = s:gsub("[%s,:%-]+(%d+)%a*%.? (%a+)%f[%W]%.?", function(number, word)
    return counted[word] and (": %s. "):format(number) or nil
  end)
  return (s:gsub("(: %d+%. )[%s,:%-]+", "%1"))
end

-- The sound of a word that languages share: "symphonie" and "sinfonia", "konzert" and "concerto".
local function sound_of(word)
  local s = word:gsub("ph", "f"):gsub("mf", "nf"):gsub("y", "i"):gsub("c([ei])", "z%1")
  s = s:gsub("c", "k"):gsub("(%a)%1", "%1"):gsub("i?en$", "")
  return (s:gsub("[aeiou]*s?$", ""))
end

-- Whether a word is another's, in its language or at the end of a compound: "klavierkonzert",
-- "concerto".
local function is_word(word, known)
  if word == known then return true end
  if #word < 5 or #known < 5 then return false end
  local one, other = sound_of(word), sound_of(known)
  return #other > 4 and one:sub(-#other) == other
end

local function split(s)
  local list = {}
  for word in s:gmatch("%S+") do list[#list + 1] = word end
  return list
end

-- German names of instruments and forms, which are written together.
local instruments = {
  klavier = "piano", violin = "violin", cello = "cello", floten = "flute", orgel = "organ",
  horn = "horn", klarinetten = "clarinet", streich = "string", trompeten = "trumpet",
}
local forms = {
  konzert = "concerto", sonat = "sonata", quartett = "quartet", trio = "trio",
  quintett = "quintet",
}

--- Returns a key with German names of works in English, and "no" for their number: "klavierkonzerte
--- nr 20" is "piano concerto no 20".
function composed.in_english(key)
  key = key:gsub("%f[%w]n[or]s?%f[%W]", "no")
  return (key:gsub("%a+", function(word)
    for german, english in pairs(forms) do
      local instrument, ending = word:match("^(%a+)" .. german .. "(%a*)$")
      if instruments[instrument or ""] then
        local is_one = ending == "" or german == "sonat" and ending == "e"
        return instruments[instrument] .. " " .. english .. (is_one and "" or "s")
      end
    end
    return nil
  end))
end

--- Whether two works have one name in two languages.
function composed.sound_alike(a, b)
  local ours, theirs = split(a), split(b)
  for place, word in ipairs(ours) do
    local other = theirs[place] or ""
    if not (is_word(word, other) or is_word(other, word)) then return false end
  end
  return #ours > 0 and #ours == #theirs
end

local function is_among(word, list)
  for _, known in ipairs(list) do
    if is_word(word, known) then return true end
  end
  return false
end

-- The words of a title, how often it has each number, and these in order, without key and
-- catalogue, and without the name that the work goes by where the catalogue says which it is: that
-- may be in another language.
local function told_by(form, is_known)
  local s = composed.with_counts(text.fold(form.written or form.plain or form.full))
  if is_known then s = s:gsub('"[^"]*"', " ") end
  s = catalogues.without(s):gsub("[%(%)%[%]\":]", " ")
  local words, counts, order = {}, {}, {}
  for _, word in ipairs(keys.without(spelling.key(s))) do
    local count = numbers.of(word)
    if count and (word:find("%d") or #words > 0) then
      counts[count] = (counts[count] or 0) + 1
      order[#order + 1] = count
    elseif word ~= "no" and word ~= "nr" then
      words[#words + 1] = word
    end
  end
  return words, counts, order
end

-- The words of a credit's names.
local function names_of(form)
  local list = {}
  for name in pairs(form.everyone or {}) do table.move(split(name), 1, 99, #list + 1, list) end
  return list
end

--- Whether a name, or the last word of it, is a family name among the artists of a form, perhaps in
--- another language's letters.
function composed.has_family(name, form)
  local family = name:match("%S+$") or ""
  if #family < 4 then return false end
  for other in pairs(form.everyone or {}) do
    local last = other:match("%S+$")
    if last == family or romanised.sound(last) == romanised.sound(family) then return true end
  end
  return false
end

--- Returns the `core` of a title without the composer before it: a family name among the artists of
--- the other's form, "Lune's Waltz", or what a dash or a colon separates, "Lune - Waltz"; nil
--- without one.
function composed.without_composer(title, form)
  local head, rest = title.core:match("^(%S+) (.+)$")
  if not head then return nil end
  local separate = text.fold(title.written or title.plain or ""):match("^([%a\x80-\xff]+)%s?[:%-] ")
  local is_head = separate ~= nil and spelling.key(separate) == head
  local name = head:match("^(.+)s$")
  return (is_head or composed.has_family(head, form) or name and composed.has_family(name, form))
    and rest or nil
end

-- Takes a number from counts; false when it is not among them.
local function take(counts, number)
  if not number or (counts[number] or 0) == 0 then return false end
  counts[number] = counts[number] - 1
  return true
end

-- Whether a title has all words of a work, the article apart.
local function has_all(words, work)
  for _, word in ipairs(work) do
    if word ~= "the" and not is_among(word, words) then return false end
  end
  return #work > 0
end

-- Whether two titles have the same catalogue's number.
local function same_catalogue(read, other)
  return catalogues.compare(read.catalogue, other.work and other.work.catalogue) == "same"
end

--- Returns how certainly (0 to 1) a title (`other`) names the movement of `form`, whose title was
--- read as `read` by lib.movements: by its number or its first word, and the work by its number or
--- its nickname, or by its words where the movement is not one that many works have.
function composed.tells(other, form, read)
  if not (read.composed and (read.piece or read.ordinal)) then return 0 end
  local is_known = same_catalogue(read, other)
  local words, counts, order = told_by(other, is_known)
  -- A work's number stands before that of its movement: "Concerto 2 - III".
  if #order > 1 and order[1] == read.ordinal and order[1] ~= read.number then return 0 end
  local piece, work = split(read.piece or ""), split(read.work)
  local nickname, names = split(read.nickname or ""), names_of(form)
  local by_work = take(counts, read.number) or is_known
    or not (read.number or composed.is_common(read.piece or "")) and has_all(words, work)
  -- A movement goes by its number, by its whole name, and by the first word of it, unless many have
  -- that.
  local by_number, by_piece = take(counts, read.ordinal), has_all(words, piece)
  local is_tempo = by_piece and common[piece[1]] == "tempo"
  local first = not common[piece[1] or ""] and piece[1]
  for _, word in ipairs(words) do
    local is_work, is_piece = is_among(word, nickname), first and is_word(word, first)
    by_work, by_piece = by_work or is_work, by_piece or is_piece
    if not (is_work or is_piece or is_among(word, piece) or is_among(word, work)
      or is_among(word, names) or composed.has_family(word, form)) then
      return 0
    end
  end
  for _, left in pairs(counts) do
    if left > 0 then return 0 end
  end
  if not (by_work and (by_number or by_piece)) then return 0 end
  return is_tempo and not (by_number or is_known) and 0.73 or 0.93
end

return composed
