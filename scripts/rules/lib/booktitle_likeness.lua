-- Compares two titles of books as `booktitles.parse` returns them.

local aliases = require("rules.lib.aliases")
local editions = require("rules.lib.editions")
local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local title_words = require("rules.lib.title_words")
local wording = require("rules.lib.wording")
local text, plain = mix.text, numbers.read

-- The likeness of titles of which one may be a volume or another part; of titles in two scripts; of
-- titles of which one has a word more.
local another_part, other_script, word_more = 0.65, 0.6, 0.7

local likeness = {}

-- The main part with its volume, unless the volume is the place in another series.
local function counted(title)
  local is_own = title.number and (title.series_key == nil or title.series_key == title.main)
  return plain(is_own and title.numbered or title.main)
end

-- Whether one subtitle continues the other: "Thrawn" and "Thrawn: Alliances" in one series are two
-- books.
local function goes_on(a, b)
  return a.chained ~= b.chained
    and (spelling.behind(a.sub, b.sub) or spelling.behind(b.sub, a.sub)) ~= nil
end

-- Words that any subtitle may have.
local small = set_of("the a an of and or in on to for from with by at its how")

local telling = memo(function(key)
  local words = {}
  for word in key:gmatch("%S+") do
    if not small[word] then words[#words + 1] = word end
  end
  return words
end, 1024)

-- Whether two words are one but for a slip.
local function is_slip(a, b) return #a > 4 and #b > 4 and text.ratio(a, b) >= 0.85 end

-- How many words of the shorter list are in the other, and the lengths of both.
local function shared(a, b)
  local short, long = telling(a), telling(b)
  if #short > #long then short, long = long, short end
  local count = 0
  for _, word in ipairs(short) do
    for _, other in ipairs(long) do
      if word == other or is_slip(word, other) then
        count = count + 1
        break
      end
    end
  end
  return count, #short, #long
end

local tokens = memo(function(key) return { main = key, words = text.tokens(key) } end, 1024)

-- The likeness of two keys. A word of its own makes another title: "Dragon Ball Z".
local function by_words(a, b)
  local ours, theirs = tokens(a), tokens(b)
  if title_words.is_small_slip(ours.words, theirs.words) then return 0.9 end
  local value = title_words.likeness(ours, theirs)
  if value <= word_more or value == 1 then return value end
  local count, short, long = shared(a, b)
  return count == short and long > short and word_more or value
end

local function subtitle_value(a, b)
  if a.sub == b.sub then return 1, "exact" end
  if a.generic or b.generic then return 0.99, "the same but for the kind of book" end
  if a.derived == "box set" and b.derived == "box set" then return 0.95, "another list" end
  if a.sub == "" or b.sub == "" then
    if a.number and b.number and (a.counts_sub or b.counts_sub) then
      return another_part, "perhaps another series"
    end
    -- "Salt Roads: Season 2" counts something, whatever the word.
    if (a.sub .. b.sub):find("^%a+ %d%d?%d?$") then return another_part, "perhaps a part" end
    if a.repeats or b.repeats then return another_part, "perhaps one of the series" end
    local is_volume = a.number ~= nil and a.number == b.number
    if a.is_series and not (a.is_edition or b.is_edition or is_volume) then
      return another_part, "perhaps a volume of the series"
    end
    return 0.95, "the same without the subtitle"
  end
  if goes_on(a, b) then return another_part, ("another part: %s"):format(b.sub) end
  if a.has_second or b.has_second then return 0.95, "under a second title" end
  local count, short, long = shared(a.sub, b.sub)
  local note = ("another subtitle: %s"):format(b.sub)
  if count >= 0.8 * short and (short > 1 or short == long) then return 0.97, "subtitles alike" end
  -- Two books of a series, such as "Star Wars: …"; one of a list; or only a description.
  return count >= 0.5 * short and count >= 0.3 * long and count > 1 and 0.8 or another_part, note
end

-- The words of a title in order, without those for an edition and between two titles: "Salt Roads
-- Absolute Edition" is "Absolute Salt Roads", "Salt and Sea" is "Salt / Sea". Also returns those
-- without small words, where there are three: "80 Days around the World".
local function sorted(title)
  local list, words = {}, telling(plain(title.main).words)
  local telling_words = table.move(words, 1, #words, 1, {})
  for _, word in ipairs(title.words) do
    if word ~= "edition" and word ~= "and" then list[#list + 1] = word end
  end
  table.sort(list)
  table.sort(telling_words)
  return table.concat(list, " "), #telling_words > 2 and table.concat(telling_words, " ")
end

-- Whether two titles have the same words in another order. "Salt and Sea" and "Sea and Salt" may be
-- two.
local function is_shuffled(a, b)
  if #a.words < 2 or #b.words < 2 then return false end
  if #a.words == 3 and #b.words == 3 and a.words[2] == b.words[2] then return false end
  local ours, our_telling = sorted(a)
  local theirs, their_telling = sorted(b)
  return ours == theirs or our_telling and our_telling == their_telling
end

-- Whether words name a series, shortened: "Percy" for "Percy and the Sailors", "Tides" for "The
-- Tides Saga" and "The Adventures of Tides".
local function shortens(words, key)
  if words == key or key:sub(1, #words + 5) == words .. " and " then return true end
  if key:sub(1, #words + 1) == words .. " " then return not key:find(" ", #words + 2, true) end
  return #words > 4 and key:sub(-#words - 1) == " " .. words
end

-- Whether a title counts editions without the word: "Salt Guide 3rd", "Salt Guide, 3rd edition".
local function counts_editions(a, b)
  return b.edition ~= nil and a.edition == nil
    and plain(a.main).words == plain(b.main).words .. " " .. b.edition
end

-- Whether one title is the other without its series: "The Lord of the Rings: The Two Towers", and
-- "The Two Towers" or "The Two Towers (The Lord of the Rings, #2)"; "Percy and the Lost Sea", and
-- "The Lost Sea (Percy #2)".
local function behind_series(a, b)
  -- "Tides 1 Salt Roads", "Salt Roads Tides 1", and "Salt Roads (Tides 1)".
  local place = b.series_key and b.number and b.series_key .. " " .. b.number
    or b.extra:find(" %d+$") and b.extra
  -- "The Lost Sea: Part 1" is half of "Tides 3: The Lost Sea", "Tides / The Lost Sea" are two.
  if b.sub:find("%d") or a.counted:find("%S / %S") then return false end
  if place and not a.number then
    local words, own = plain(a.main).words, plain(b.main).words
    place = plain(place).words
    if words == place .. " " .. own or words == own .. " " .. place then return true end
    -- "Percy 3 Lost Sea" for "The Lost Sea (Percy and the Sailors #3)".
    local name, number, rest = words:match("^(.+) (%d+) (.+)$")
    if name and b.series_key and number == b.number and shortens(name, b.series_key)
      and (rest == own or rest == "the " .. own) then
      return true
    end
  end
  -- "Tides the Salt Roads" for "The Salt Roads (Tides #2)".
  local behind = b.series_key and b.number and b.series_key ~= b.main and b.series_key .. " "
  if behind and (a.main == behind .. b.main or a.main == behind .. "the " .. b.main) then
    return true
  end
  if b.series_key and a.main:sub(-#b.main) == b.main then
    local before = a.main:sub(1, -#b.main - 1):match("^(.-) and [the ]*$")
    if before and shortens(before, b.series_key) then return true end
  end
  return a.own ~= nil and a.own == b.main
    or a.sub_main ~= nil and a.sub_main == b.main and a.main == b.series_key
end

-- The plain words of a title: with its number, with its subtitle, with both.
local function readings(title)
  local numbered = title.numbered or title.main
  local list = { plain(numbered).words, plain(title.core).words }
  if title.numbered and title.sub ~= "" then list[3] = plain(numbered .. " " .. title.sub).words end
  return list
end

-- Whether two titles have the same words and numbers, however these are written.
local function same_count(a, b)
  local theirs = readings(b)
  for _, one in ipairs(readings(a)) do
    for _, other in ipairs(theirs) do
      if one == other then return true end
    end
  end
  return false
end

-- Whether a title counts issues: a bracket with "#" names a series of books.
local function counts_issues(title)
  return plain(title.core).counts.issue ~= nil
    or title.counted:find("^[^%(%[]-%f[%a]issue %d") ~= nil
end

-- Returns the likeness of two titles of one number where one counts issues of a comic, and the
-- other its volumes, or rather those; nil for others.
local function issue_and_volume(a, b)
  local ours = counts_issues(a)
  if ours == counts_issues(b) then return nil end
  return (ours and b or a).counted:find("%f[%a]vol") and 0.7 or 0.93
end

-- Whether a title is only that of the series, perhaps shortened, with the number of the volume:
-- "Tides 3" for "Salt Roads (Tides #3)".
local function is_place(a, b)
  -- "Tides 3: Salt Roads" has a name of its own.
  if a.sub ~= "" and a.number and not a.generic and a.sub_main ~= b.main then return false end
  local name, number = plain(a.numbered or a.main).words:match("^(.+) (%d+)$")
  local of = b.series_key or b.opens_with_number and b.main
  return number ~= nil and of and number == b.number and shortens(name, of)
end

-- Whether two titles are the same but for the spaces before their number: "Spy x Sea 5",
-- "SPYxSEA, Vol. 5".
local function same_letters(a, b)
  local ours, number = plain(a.numbered or a.main).words:match("^(.+) (%d+)$")
  local theirs, other = plain(b.numbered or b.main).words:match("^(.+) (%d+)$")
  return number ~= nil and number == other and ours:gsub(" ", "") == theirs:gsub(" ", "")
end

-- The words about the edition by which a title is longer than the other: "Salt Roads Movie Tie-In
-- Edition"; nil or false for others.
local function with_edition(a, b)
  local rest = spelling.behind(b.main, a.main)
  return rest and not rest:find("%d") and not rest:find("edition .") and editions.remark(rest)
    and rest
end

-- Whether two titles are one but for how one of them opens: "The Tragedy of King Lear".
local function same_behind_opening(a, b)
  -- "Tides: The Lost Sea" is one of "The Chronicles of Tides".
  if a.sub ~= b.sub and not (a.generic or b.generic) then return false end
  return (a.unopened == nil) ~= (b.unopened == nil)
    and plain(a.unopened or a.main).words == plain(b.unopened or b.main).words
end

-- Whether one title continues behind a comma, and counts nothing there: "Hamlet, Prince of
-- Denmark", "The Tragedy of Hamlet, Prince of Denmark". More commas make a list.
local function behind_comma(a, b)
  if not a.before_comma then return false end
  local counts = plain(a.main:sub(#a.before_comma + 2)).counts
  return next(counts) == nil and (a.before_comma == b.main or a.before_unopened == b.main)
end

-- Whether one title continues without a sign into the other's subtitle, which may be cut: "Salt
-- Roads a short history" for "Salt Roads: A Short History of the Coast".
local function runs_on(a, b)
  return a.sub == "" and b.sub ~= "" and #a.main > #b.main + 1
    and (b.core .. " "):sub(1, #a.main + 1) == a.main .. " "
end

-- Whether a title is nothing but the first letters of the other's words, whose article is gone:
-- "ASOIAF" for "A Song of Ice and Fire".
local function is_acronym(a, b)
  if a.sub ~= "" or #a.main < 4 or #b.words < 3 or a.main:find("[^%l]") then return false end
  local whole = spelling.initials(b.words, {})
  return a.main == whole or a.main == "a" .. whole or a.main == "t" .. whole
end

-- Whether a title is the second one of the other: "The Lamps" of "Salt Roads aka The Lamps", and of
-- "Salt Roads (The Lamps)". A bracket with words of the title before it names the series: "Salt
-- Roads at Night (Salt Roads)".
local function is_second_title(a, b)
  if b.has_second and a.main == b.sub_main then return true end
  if a.sub ~= "" or b.extra == "" or a.words[2] == nil or a.series_key == a.main then
    return false
  end
  local second = b.extra:gsub("^the ", ""):gsub("^an? ", "")
  return second == a.main and shared(second, b.main) == 0
end

-- Words at which a title may have been cut: "The Long Way" for "The Long Way to the Sea". At the
-- far ones only behind three words, because two may be a name: "Ada Lune in the Hills". Books that
-- follow another are named so, too: "How to Sail a Boat for Girls".
local links, far_links = set_of("of to who that"), set_of("from on at by with")
local followers = set_of("in for")
-- Words by which a longer title is another book.
local other_books = set_of([[
  book books guide companion journal diary calendar collection set box edition poster movie film
  script story storybook cookbook handbook sketchbook treasury atlas encyclopedia almanac lexikon
  chapter volume part other
]])

-- Returns the likeness of a title and one that continues it: four words that tell something, or two
-- before a preposition, are the title; three may be. 0 for others.
local function cut_short(a, b)
  local short, long = telling(a.main), telling(b.main)
  if a.sub ~= "" or #short < 2 or #short >= #long or a.number ~= b.number then return 0 end
  for place, word in ipairs(long) do
    if short[place] and short[place] ~= word then return 0 end
    if not short[place] and (other_books[word] or word:find("%d")) then return 0 end
  end
  local next_word = (spelling.behind(a.main, b.main) or ""):match("^%S+") or ""
  if followers[next_word] then return #short > 2 and another_part or 0 end
  if #short > 3 or links[next_word] or #short > 2 and far_links[next_word] then return 0.9 end
  return #short == 3 and another_part or 0
end

-- Finds titles that mean the same in other words; nil for others. The third result tells that their
-- numbers were compared.
local function otherwise_same(a, b)
  if same_count(a, b) then
    local issue = issue_and_volume(a, b)
    if issue then return issue, "an issue, not a volume", true end
    return 0.98, "the same numbers", true
  end
  if behind_series(a, b) or behind_series(b, a) then
    -- Both name the series and the title.
    return 1, "the title behind its series", true
  end
  if counts_editions(a, b) or counts_editions(b, a) then return 0.97, "the same edition", true end
  local edition = with_edition(a, b) or with_edition(b, a)
  if edition then
    -- A "Deluxe Edition, Vol. 1" of a series may hold several volumes.
    return edition ~= "edition" and (a.number or b.number) and 0.7 or 0.94,
      "the same but for the edition"
  end
  if is_place(a, b) or is_place(b, a) then return 0.97, "the same place in the series", true end
  if same_letters(a, b) then return 0.97, "the same letters", true end
  if runs_on(a, b) or runs_on(b, a) then return 0.95, "the same up to the subtitle's end" end
  if behind_comma(a, b) or behind_comma(b, a) then return 0.85, "the same up to a comma" end
  if is_second_title(a, b) or is_second_title(b, a) then return 0.93, "the second title" end
  if not (a.generic or b.generic) and (a.sub_main == b.main or b.sub_main == a.main) then
    return 0.7, "perhaps the title without its series", true
  end
  if is_acronym(a, b) or is_acronym(b, a) then
    -- Four letters are a word as well: "LOVE".
    return math.min(#a.main, #b.main) > 4 and 0.9 or 0.7, "its first letters", true
  end
  if aliases.same_work(a.main, b.main) then return 0.96, "known under both titles", true end
  if same_behind_opening(a, b) then
    return 0.93, "the same but for how the title opens", true
  end
  if (a.open or b.open)
    and wording.unmasked(a.open or text.fold(a.short), b.open or text.fold(b.short)) then
    return 0.97, "the same but for letters that are hidden", true
  end
  local same, note = wording.same(a.core, b.core)
  if same > 0 then return same, note, a.number == b.number end
  same, note = wording.same(a.main, b.main)
  if same > 0 then return same * 0.99, note, a.number == b.number end
  if is_shuffled(a, b) then
    return 0.95, "the same words in another order"
  end
  local cut = math.max(cut_short(a, b), cut_short(b, a))
  if cut > 0 then return cut, "one title is cut short" end
  if romanised.apart(a.main, b.main) then return other_script, "in another script", true end
  return nil
end

--- Returns the likeness of two titles (0 to 1), a note, and whether their numbers were compared.
--- `author` is the likeness of the authors: by another author, other words for the same are another
--- book.
function likeness.of(a, b, author)
  if a.full == b.full or a.core == b.core then return 1, "exact" end
  if a.works > 1 and b.works > 1 and a.works ~= b.works then return 0, "other works in one" end
  if author > 0 and a.main ~= b.main then
    local same, how, is_counted = otherwise_same(a, b)
    if same then return same, how, is_counted end
  end
  local main = by_words(a.main, b.main)
  local value, note = subtitle_value(a, b)
  value = value * main
  if main < 1 then note = ("%s ~ %s"):format(a.main, b.main) end
  -- A shop may write a colon where another has a bracket or nothing.
  local has_subtitles = main == 1 and a.sub ~= "" and b.sub ~= ""
  if main > 0 and main ~= title_words.in_doubt and not has_subtitles then
    local whole = by_words(a.core, b.core)
    if whole > value then value, note = whole, ("%s ~ %s"):format(a.core, b.core) end
  end
  return value, note
end

-- Whether two remarks differ by a number that counts an issue, a part and the like, or by nothing
-- but a number.
local function other_remark_number(a, b)
  local ours, theirs = plain(a), plain(b)
  local is_other = ours.words ~= theirs.words
  if is_other and ours.words:gsub("%d+", "#") == theirs.words:gsub("%d+", "#") then return true end
  for what, list in pairs(ours.counts) do
    local other = theirs.counts[what]
    if other and what ~= "any" and table.concat(list, " ") ~= table.concat(other, " ") then
      return true
    end
  end
  return false
end

--- Whether two titles have numbers that count the same thing and differ, wherever they stand.
function likeness.other_numbers(a, b)
  if a.full == b.full and a.number == b.number then return false end
  if a.range and b.range and a.range ~= b.range then return true end
  if numbers.contradict(counted(a).counts, counted(b).counts) then return true end
  if a.extra ~= "" and b.extra ~= "" and other_remark_number(a.extra, b.extra) then return true end
  if a.sub ~= "" and b.sub ~= "" then return other_remark_number(a.sub, b.sub) end
  return numbers.contradict(plain(a.core).counts, plain(b.core).counts)
end

-- Words that titles of many books have.
local common = set_of([[
  selected collected complete poems stories essays letters plays writings works tales the novels
]])

local function uncommon(title)
  local count = 0
  for word in title.core:gmatch("%S%S+") do
    -- Of a yearbook there is one a year.
    if not common[word] then count = count + (word:find("^[12]%d%d%d$") and 2 or 1) end
  end
  return count
end

--- Returns what a title that is the same on both sides proves without an author (0.5 to 0.76): the
--- more words, the more.
function likeness.proof(a, b)
  local count = math.min(uncommon(a), uncommon(b))
  return count >= 8 and 0.76 or count >= 5 and 0.68 or count >= 2 and 0.6 or 0.5
end

return likeness
