-- Parses names of people: "Rowling, J.K.", "J. K. Rowling", "JK Rowling" and "Joanne K. Rowling"
-- are one person. Parses lists of names as well.

local aliases = require("rules.lib.aliases")
local generations = require("rules.lib.generations")
local name_lists = require("rules.lib.name_lists")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local listed = require("rules.lib.listed")
local simplified = require("rules.lib.simplified")
local memo = require("rules.lib.memo")
local text = mix.text

-- Words before a name that are not part of it.
local prefixes = set_of("dr prof mr mrs ms sir dame")

-- Removes titles: "Dr. Jane Doe, M.D." becomes Jane Doe. A name never becomes empty. Returns what
-- tells the person from one of that name as well, the generation or "mrs" of a man's name, and
-- whether lists leave it out.
local function without_titles(name)
  local first, rest = name:match("^(%a+%.?) (.+ .+)$")
  local rank = first and name_lists.plain_word(first)
  if prefixes[rank] then name = rest end
  local shorter, generation, is_left_out = generations.take(name)
  if generation then return shorter, generation, is_left_out end
  local before, last = name:match("^(.+ .+),? (%S+)$")
  if last and name_lists.is_suffix(last) then name = before:gsub(",$", "") end
  return name, rank == "mrs" and rank or nil
end

-- Separates initials: "J.K." and "JK" become "J K". A name all in capitals has no initials.
local function with_initials(name)
  name = name:gsub("%f[%w](%a)%.", "%1 ")
  if not name:find("%l") then return name end
  return (name:gsub("%f[%w]%u%u%u?%f[%W]", function(letters)
    return (letters:gsub("%u", "%0 "))
  end))
end

local names = { split = name_lists.split }

--- Returns the first name of a list as catalogues are asked for it: without *Jr.*.
function names.searched(list)
  local name = name_lists.split(list)[1]
  return name and (without_titles(name))
end

-- Whether a word is a patronymic: "Михайлович", "Ивановна".
local function is_patronymic(word)
  return word ~= nil and (word:find("вич$") or word:find("вна$") or word:find("чна$")) ~= nil
end

-- Puts the given names first where a list has "Достоевский Федор Михайлович".
local function family_last(words)
  if #words ~= 3 or not is_patronymic(words[3]) or is_patronymic(words[2]) then return words end
  return { words[2], words[3], words[1] }
end

-- Words as most people write them: "McDonald" of "Mc Donald", "Saint" of "St.".
local function usual_words(words)
  for place = #words - 1, 1, -1 do
    if words[place] == "mc" then
      words[place] = "mc" .. table.remove(words, place + 1)
    elseif words[place] == "st" then
      words[place] = "saint"
    end
  end
  return words
end

-- The words of a name without its patronymic, where the other has none.
local function without_patronymic(words, others)
  if #words ~= 3 or #others ~= 2 or not is_patronymic(words[2]) then return nil end
  return words[1] .. " " .. words[3]
end

-- A name without a nickname in quotes between its words: 'Dwayne "The Rock" Johnson'.
local function without_nickname(name)
  local before, after = name:match('^(%S.-)%s+"[^"]+"%s+(%S.*)$')
  if not before then before, after = name:match("^(%S.-)%s+“.-”%s+(%S.*)$") end
  return before and before .. " " .. after
end

-- Words that stand for an author who is not named, and words beside them: "Various Authors", "not
-- known", "Autor desconocido".
local nobody = set_of([[
  unknown anonymous anon anonym anonyme anonimo unbekannt unbekannter inconnu desconocido none null
  various diverse verschiedene collectif varios vari traditional no not sin va sconosciuto
  onbekend nieznany neznamy okand ukendt ukjent tuntematon bilinmiyor multiple nan nil
  undefined
]])
local beside = set_of([[
  author authors autor autoren autores autori auteur auteurs artist artists writer writers known
  available v a n
]])

for whole in ([[
  n a; v a; n n; aa vv; неизвестен; неизвестныи автор; автор неизвестен; не указан; 不明; 佚名; 无; 無;
  作者不明
]]):gmatch("%s*([^;\n]+)") do
  nobody[whole] = true
end

-- Parses one name: `key` (its words in order), `words`, `sorted` (the words in alphabetical order).
local function read(name)
  local bare, generation, is_left_out = without_titles(name_lists.in_order(name))
  local ordered = name_lists.initials_first(bare)
  local words = usual_words(family_last(text.tokens(simplified(with_initials(ordered)))))
  local sorted = table.move(words, 1, #words, 1, {})
  table.sort(sorted)
  return {
    key = table.concat(words, " "), words = words, sorted = table.concat(sorted, " "),
    squeezed = table.concat(words), generation = generation, is_left_out = is_left_out,
  }
end

-- Parses one name, besides without its nickname (`bare`).
local function read_both(name)
  local form, bare = read(name), without_nickname(name)
  form.bare = bare and read(bare)
  return form
end

--- Returns the names of a list in the form for comparison; `are_helpers` tells that they are
--- editors, translators and the like.
names.parse = memo(function(list)
  -- Nobody has no given name: "Unknown, Ada Lune" are two.
  local first = list:sub(1, 40):match("^%s*(%a+),%s+%a+ ")
  if first and #first > 6 and nobody[first:lower()] then list = list:gsub(",", ";", 1) end
  local split, are_helpers = names.split(list)
  local found = { are_helpers = are_helpers }
  for index, name in ipairs(split) do found[index] = read_both(name) end
  if #found == 0 then found[1] = read(list) end
  return found
end, 512)

-- Given names by their short forms: "jim" stands for "james".
local short_names, given_names = {}, {}
for _, line in ipairs(listed(require("rules.data.given_names"))) do
  local name, short = line:match("^(%a+),(%a+)")
  if name then
    short_names[short:lower()] = name:lower()
    given_names[name:lower()], given_names[short:lower()] = true, true
  end
end

--- Whether a word is a usual given name.
function names.is_given(word) return given_names[word] == true end

-- Whether a word is a single letter, of any script.
local function is_letter(word) return word:find("^[^\x80-\xbf][\x80-\xbf]*$") ~= nil end

-- Whether a word is the initial of another.
local function is_initial(a, b) return b:sub(1, #a) == a and is_letter(a) end

-- Whether the given names agree; one side may have initials or omissions: "j k", "joanne". The
-- second result tells that a whole name is left out: "thomas hale", "thomas obrien hale".
local function given_agree(a, b)
  local short, long = #a <= #b and a or b, #a <= #b and b or a
  local at, more = 1, false
  for index = 1, #short - 1 do
    local word, found = short[index], false
    while at <= #long - 1 do
      local other = long[at]
      at = at + 1
      if word == other or short_names[word] == (short_names[other] or other)
        or short_names[other] == word or is_initial(word, other) or is_initial(other, word) then
        found = true
        break
      end
      more = more or index == 1 or not is_letter(other)
      -- The first given names must agree, but for an initial: "J. Ada Lune" is called Ada.
      if index == 1 and (at > 2 or not is_letter(other)) then return false end
    end
    if not found then return false end
  end
  for index = at, #long - 1 do more = more or not is_letter(long[index]) end
  return true, more
end

-- Whether two names share the first and the last word, and differ by more than a slip in one
-- between: "johann christian bach", "johann christoph bach".
local function other_between(a, b)
  if #a < 3 or #b < 3 or a[1] ~= b[1] or a[#a] ~= b[#b] then return false end
  local ours, theirs = table.concat(a, " ", 2, #a - 1), table.concat(b, " ", 2, #b - 1)
  return ours:sub(1, 1) ~= theirs:sub(1, 1) or text.ratio(ours, theirs) < 0.85
end

-- Whether a name begins a longer one: "miguel de cervantes", "miguel de cervantes saavedra".
local function begins_with(short, long)
  if #short < 3 or #short >= #long then return false end
  for index, word in ipairs(short) do
    if word ~= long[index] then return false end
  end
  return true
end

-- A sound in which "kh" is "ch", and "w" at the end is "v".
local function guttural(sound) return (sound:gsub("h", "c"):gsub("v$", "f")) end

-- Whether two names are transliterations of one: "lev tolstoi", "leo tolstoy".
local function sounds_alike(a, b)
  local ours, theirs = a[#a] or "", b[#b] or ""
  if math.min(#ours, #theirs) < 5 then return false end
  local sound, other = romanised.sound(ours), romanised.sound(theirs)
  -- "Tschechow", "Chekhov": the same letter is h in one language and ch in another.
  if a[1] == b[1] and guttural(sound) == guttural(other) then return true end
  if sound ~= other and (math.min(#sound, #other) < 7 or text.ratio(sound, other) < 0.9) then
    return a[1] == b[1] and text.ratio(ours, theirs) >= 0.7 and romanised.near(ours, theirs)
  end
  if #a == 1 or #b == 1 then return math.min(#sound, #other) > 6 and #a ~= #b end
  -- Where the family names are not the same letters, "Yevgeny" may be "Eugene".
  if text.ratio(a[1], b[1]) >= 0.6 and ours ~= theirs then return true end
  if a[1]:sub(1, 1) ~= b[1]:sub(1, 1) then return false end
  return #a[1] == 1 or #b[1] == 1 or text.ratio(a[1], b[1]) >= 0.6
end

-- Whether two names may be one in transcriptions of two languages: "ivan turgenev", "iwan
-- turgenjew".
local function transcribed(a, b)
  if #a < 2 or #b < 2 or math.min(#a[#a], #b[#b]) < 6 then return false end
  return a[1]:sub(1, 1) == b[1]:sub(1, 1) and romanised.near(a[#a], b[#b])
    and (#a[1] == 1 or #b[1] == 1 or text.ratio(a[1], b[1]) >= 0.7)
end

-- Whether one name is the other with family names behind it, as people have after a marriage, and
-- in Spanish and Portuguese: "ada lune", "ada lune mar", "ada cleo lune mar".
local function adds_family(short, long)
  if #short ~= 2 or #short[1] < 2 or #short[2] < 3 or short[1] ~= long[1] then return false end
  for place = 2, #long > 3 and #long - 1 or 2 do
    if #long > 2 and short[2] == long[place] then return true end
  end
  return false
end

-- Whether a given and a family name are those of a longer one, in which others stand before,
-- between and behind them: "a lune", "greg lune", "ana lune" of "walter gregory anastasia lune
-- mar".
local function is_used_for(short, long)
  if #short ~= 2 or #long < 3 or #short[2] < 3 then return false end
  local given = short_names[short[1]] or short[1]
  for place, word in ipairs(long) do
    if word == short[2] then
      for before = 1, place - 1 do
        local other = long[before]
        if other:sub(1, #short[1]) == short[1] or given == (short_names[other] or other) then
          return true
        end
      end
    end
  end
  return false
end

local siblings = { brothers = true, bros = true, sisters = true, bruder = true, freres = true }

-- Whether a name is the family name of the other, of several words too: "saint exupery".
local function family_alone(short, long)
  -- "Lune Brothers" are two of the family.
  if #short == 2 and siblings[short[2]] then return #long > 1 and long[#long] == short[1] end
  if #short >= #long then return false end
  if #short == 1 then
    local letters = spelling.confused(short[1])
    for index = 2, #long do
      if #short[1] >= 5 and long[index] == short[1] then return true end
    end
    return letters ~= nil and letters == spelling.confused(long[#long])
  end
  for index, word in ipairs(short) do
    if word ~= long[#long - #short + index] then return false end
  end
  return true
end

-- Whether two names in two scripts have one family name, and one has the initials of the other:
-- "f m dostoevskij", "федор михаилович достоевскии".
local function has_initials_of(short, long)
  if #short ~= #long or #short < 2 or romanised.likeness(short[#short], long[#long]) < 0.8 then
    return false
  end
  for place = 1, #short - 1 do
    local word = short[place]
    if not word:find("^%l$") or romanised.latin(long[place]):sub(1, 1) ~= word then return false end
  end
  return true
end

-- Whether a name is that of a place's man: "augustine", "augustine of hippo".
local function is_of_place(short, long)
  return #short == 1 and #long == 3 and long[1] == short[1] and long[2] == "of"
end

-- Whether a name is the given name of the other: "dante", "dante alighieri".
local function given_alone(short, long)
  return #short == 1 and #long > 1 and #short[1] >= 5 and long[1] == short[1]
end

--- Whether a list of names stands for nobody: "Unknown", "Anonymous", "Various Authors".
function names.is_nobody(list)
  local found, keys = false, {}
  for index, name in ipairs(list) do keys[index] = name.key end
  -- "N/A" was split at its sign.
  local whole = table.concat(keys, " ")
  if whole == "" or nobody[whole] then return true end
  for word in whole:gmatch("%S+") do
    if not (nobody[word] or beside[word]) then return false end
    found = found or nobody[word] == true
  end
  return found
end

local small = set_of("of the and")

-- Whether a name is made of the first letters of a body's: "apa", "american psychological
-- association".
local function is_acronym(short, long)
  return #short == 1 and #short[1] > 2 and spelling.initials(long, small) == short[1]
end

-- Whether two names differ by letters that people confuse: "scarlet johanson".
local function confused(a, b)
  local letters = #a.squeezed > 9 and #b.squeezed > 9 and spelling.confused(a.squeezed)
  return letters and letters == spelling.confused(b.squeezed)
end

-- A key without the letter that stands for an umlaut: "joerg mueller".
local function without_umlauts(key) return (key:gsub("([aou])e", "%1")) end

-- Whether two people have initials in the middle that begin otherwise: "george h w bush", "george w
-- bush".
local function other_initials(a, b)
  local is_short = #a == 3 or #b == 3
  if #a < 3 or #b < 3 or not is_short or a[1] ~= b[1] or #a[1] < 2 then return false end
  for _, words in ipairs({ a, b }) do
    for place = 2, #words - 1 do
      if not is_letter(words[place]) then return false end
    end
  end
  return a[2] ~= b[2]
end

local function compared(a, b)
  if a.key == b.key then return 1, "exact" end
  if a.sorted == b.sorted then return 0.98, "the same words" end
  if #a.key ~= #b.key and without_umlauts(a.key) == without_umlauts(b.key) then
    return 0.98, "the same but for umlauts"
  end
  local ours, theirs = a.words, b.words
  if #ours > 1 and #theirs > 1 and ours[#ours] == theirs[#theirs] then
    local agree, more = given_agree(ours, theirs)
    if agree and other_initials(ours, theirs) then return 0.74, "other initials" end
    if agree then return more and 0.94 or 0.97, more and "one name is longer" or "initials" end
    if other_between(ours, theirs) then return 0.4, "another middle name" end
  end
  if a.squeezed == b.squeezed then return 0.98, "the same letters" end
  if confused(a, b) then return 0.95, "spelled alike" end
  local relation = aliases.people(a.key, b.key)
  if relation == "same" then return 0.96, "known under both names" end
  local sound = romanised.likeness(without_patronymic(ours, theirs) or a.key,
    without_patronymic(theirs, ours) or b.key)
  if sound >= 0.8 then return 0.8 + 0.15 * sound, "alike in another script" end
  if has_initials_of(ours, theirs) or has_initials_of(theirs, ours) then
    return 0.9, "initials in another script"
  end
  if begins_with(ours, theirs) or begins_with(theirs, ours) then return 0.9,
    "one name is longer" end
  if is_acronym(ours, theirs) or is_acronym(theirs, ours) then return 0.9, "its initials" end
  if sounds_alike(ours, theirs) then return 0.9, "sounds alike" end
  if family_alone(ours, theirs) or family_alone(theirs, ours) then
    local short, long = ours, theirs
    if #short > #long then short, long = long, short end
    -- "Thomas Lune" is rather another than "Paul Thomas Lune".
    if #short > 1 and given_names[short[1]] then return 0.7, "the first name lacks" end
    -- Of two family names people use the first: "Ada Cleo Lune Mar", but "Ada Cleo von Mar".
    local is_second = #short == 1 and #long > 3 and #long[#long - 1] > 3
    return is_second and 0.7 or 0.8, "the family name alone"
  end
  if is_of_place(ours, theirs) or is_of_place(theirs, ours) then return 0.8, "of that place" end
  if relation == "member" then return 0.4, "perhaps: one is a member of the other" end
  if given_alone(ours, theirs) or given_alone(theirs, ours) then
    return 0.4, "perhaps: the given name alone"
  end
  local ratio = text.ratio(a.key, b.key)
  if ratio >= 0.85 then return 1 - 2 * (1 - ratio), "spelled alike" end
  if adds_family(ours, theirs) or adds_family(theirs, ours) then return 0.76,
    "a family name more" end
  if transcribed(ours, theirs) then return 0.74, "perhaps another transcription" end
  if is_used_for(ours, theirs) or is_used_for(theirs, ours) then
    return 0.4, "perhaps: one name is longer"
  end
  -- Members of a family write together; a short family name alone may belong to anyone.
  if ours[#ours] == theirs[#theirs] then return 0.4, "the same family name" end
  return 0, ("%s ~ %s"):format(a.key, b.key)
end

--- Returns the likeness of two names (0 to 1), and its reason. A son has the name of his father.
function names.likeness(a, b)
  local value, note = compared(a, b)
  if a.bare or b.bare then
    local other, how = compared(a.bare or a, b.bare or b)
    if other > value then value, note = math.min(other, 0.97), how end
  end
  local ours, theirs = a.generation, b.generation
  if ours == theirs then return value, note end
  if ours and theirs then return math.min(value, 0.3), "another suffix" end
  if value < 0.9 then return value, note end
  local is_left_out = ours and a.is_left_out or theirs and b.is_left_out
  -- Those that lists leave out come behind the same name, by more than a margin.
  return value * (is_left_out and 0.95 or 0.93), "a suffix on one side"
end

-- Whether all words of a name are in a longer one: "dante", "dante alighieri"; a short given name
-- proves nothing.
local function is_part(short, long)
  if #short >= #long then return false end
  local set, longest = set_of(long), 0
  for _, word in ipairs(short) do
    if not set[word] then return false end
    longest = math.max(longest, #word)
  end
  return longest > 4 or longest > 2 and short[1] ~= long[1]
end

--- Whether two names may be one where something else proves it: "dante" and "dante alighieri", "f
--- al johani" and "fahad al juhani".
function names.perhaps(a, b)
  local ours, theirs = a.words, b.words
  if is_part(ours, theirs) or is_part(theirs, ours) then return true end
  if #ours < 2 or #theirs < 2 then return false end
  if is_used_for(ours, theirs) or is_used_for(theirs, ours) then return true end
  local first, second = ours[1], theirs[1]
  if first ~= second and not (is_initial(first, second) or is_initial(second, first)) then
    return false
  end
  return romanised.near(ours[#ours], theirs[#theirs])
end

-- Whether each word of a name is the family name of a full one in a list: "Lune, Mar" was taken for
-- one name.
local function are_families(one, list)
  local families = {}
  for _, name in ipairs(list) do
    if #name.words > 1 then families[name.words[#name.words]] = true end
  end
  for _, word in ipairs(one.words) do
    if not families[word] then return false end
  end
  return #list >= #one.words
end

--- Whether one list has a single name that tells the other in short: a family name of three letters
--- or more, which proves something beside a title of several words (`is_telling`), or two of them.
function names.told_shortly(a, b, is_telling)
  local one, list = a, b
  if #one > 1 then one, list = b, a end
  local count = #one == 1 and #one[1].words
  return (count == 2 or count == 1 and is_telling and #one[1].key > 2)
    and are_families(one[1], list)
end

--- Returns the likeness of two lists of names: 1 when the first names agree, a little less when
--- they are elsewhere in the lists.
function names.lists(a, b)
  local best, note = names.likeness(a[1], b[1])
  if best == 1 or #a == 1 and #b == 1 then return best, note end
  local agreeing = 0
  for i, ours in ipairs(a) do
    local most = 0
    for j, theirs in ipairs(b) do
      local value = names.likeness(ours, theirs)
      most = math.max(most, value)
      if i + j > 2 then value = value * 0.95 end
      if value > best then best, note = value, "one of several names" end
    end
    if most >= 0.8 then agreeing = agreeing + 1 end
  end
  if agreeing > 1 and best < 0.95 then return 0.95, "several names" end
  return best, note
end

-- The likeness of authors who are named on neither side.
local unnamed = 0.85

-- A list without those who are nobody, if others are left: "Unknown, Ada Lune" translated an old
-- text.
local function somebody(list)
  local found = { are_helpers = list.are_helpers }
  for _, name in ipairs(list) do
    if not names.is_nobody({ name }) then found[#found + 1] = name end
  end
  return #found > 0 and found or list
end

--- Returns the likeness of the authors of two books, lists of `parse` or nil, and a note. Nil where
--- one side does not name the author.
function names.authors(a, b)
  if not (a and b) then return nil, "no author to compare" end
  local is_nobody, is_no_other = names.is_nobody(a), names.is_nobody(b)
  local value, note = names.lists(somebody(a), somebody(b))
  -- Of "Unknown, Ada Lune" the second is the translator.
  local are_nobody = is_nobody and is_no_other or is_nobody and names.is_nobody({ b[1] })
    or is_no_other and names.is_nobody({ a[1] })
  if are_nobody then return math.max(value, unnamed), "named on neither side" end
  if is_nobody or is_no_other then
    -- Old texts have translators only.
    if a.are_helpers or b.are_helpers then return unnamed, "named on neither side" end
    return nil, "the author is not named on one side"
  end
  if value == 0 and a.are_helpers ~= b.are_helpers then
    return nil, "a translator or editor on one side"
  end
  return value, note
end

return names
