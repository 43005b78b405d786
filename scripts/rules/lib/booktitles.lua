-- Parses a book's title: the work's words, its subtitle, series and edition.

local editions = require("rules.lib.editions")
local listed = require("rules.lib.listed")
local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local series = require("rules.lib.series")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")

local text = mix.text

-- Words that open old titles: "The Life and Strange Surprising Adventures of".
local openings = set_of([[
  adventures life times tragedy comedy history story case memoirs autobiography confessions tale
  legend romance chronicles
]])

-- Words with which such an opening names a sequel: "The Further Adventures of".
local later_words = { further = true, farther = true, new = true, last = true, later = true,
  continuing = true, more = true, second = true }

-- The key without such an opening; nil for one that has none, or leaves one short word.
local function without_opening(key)
  local opening, rest = key:match("^([%a ]-) of (.+)$")
  if not opening or not openings[opening:match("%a+$")] then return nil end
  for word in opening:gmatch("%a+") do
    if later_words[word] then return nil end
  end
  rest = rest:match("^the (.+)$") or rest
  return #rest > 4 and rest or nil
end

local articles = { the = true, a = true, an = true }

-- Removes the dots of abbreviations: "U.S." and "B.C." become "US" and "BC".
local function without_dots(s)
  return (s:gsub("%f[%w]%a%.[%a%.]+", function(letters)
    if letters:find("%a%a") then return nil end
    return (letters:gsub("%.", ""))
  end))
end

local short_words = { vol = "volume", bk = "book", pt = "part", no = "number" }

-- Spells out "Vol. 2" as "volume 2", so that it has the same words as "Volume 2".
local function spelled_out(s)
  if not s:find("%d") then return s end
  s = s:gsub("(%a)%s+#(%d)", "%1 issue %2")
  return (s:gsub("%f[%w](%a%a%a?)%.?%s+(%d)", function(word, digit)
    local long = short_words[word:lower()]
    return long and long .. " " .. digit or nil
  end))
end

-- Words of four letters before a full stop that are short for others.
local short_for = set_of("prof capt mlle dept univ bros vols chap sept misc")

-- Splits a title at a full stop, unless the word before it is short for another.
local function at_full_stop(s)
  local letter = "[%a\x80-\xff]"
  local main, sub = s:match("^(.-" .. letter:rep(3) .. "[%l\x80-\xff])%.%s+(.+)$")
  local word = main and main:match("%a+$")
  if not main or word and short_for[word:lower()] then return nil end
  return main, sub
end

-- The words between two titles of one book, and "aka".
local between_titles = { ["or"] = true, ou = true, oder = true, eller = true, ["или"] = true }

-- Splits a title with a second one: "Frankenstein; or, The Modern Prometheus", "Candide, ou
-- l'Optimisme", "Salt Roads aka The Lamps".
local function at_second_title(s)
  local first, second = s:match("^(.-%S)%s+[aA]%.?[kK]%.?[aA]%.?:?%s+(%S.*)$")
  if first then return first, second end
  local word
  first, word, second = s:match("^(.-[^%s,;:])%s*[,;:]%s+([%a\x80-\xff]+),?%s+(.+)$")
  if first and between_titles[word:lower()] then return first, second end
  return s:match("^(.-%S)%s+or,%s+(.+)$")
end

-- Splits a title at the first ": ", or at " - "; without either it has no subtitle.
local function split_subtitle(s)
  if not s:find("[,;:%-%.#%d]") and not s:find(" [aA][kK][aA] ") then return s, "" end
  local first, second = at_second_title(s)
  if first then return first, second, true end
  local main, sub = s:match("^(.-[^%s:])%s*:%s+(.+)$")
  -- A word behind a subtitle says what kind of book it is: "Tides - Salt Roads: Roman".
  if main and not sub:find("%A") then
    local before, middle = main:match("^(.-%S)%s+%-+%s+(.+)$")
    main, sub = before or main, middle or sub
  end
  if not main then main, sub = s:match("^(.-%S)%s+%-+%s+(.+)$") end
  if not main then main, sub = at_full_stop(s) end
  -- "Tides 2. Salt Roads", "Tides #2 Salt Roads".
  if not main then main, sub = s:match("^(.-%D %d%d?)%. (.+)$") end
  if not main then main, sub = s:match("^(.-%S #%d+) (.+)$") end
  if not main then
    local before, counter, rest = s:match("^(.-%S (%a+)%.? %d+) (%u.+)$")
    if before and numbers.is_counter(counter:lower()) then main, sub = before, rest end
  end
  if not main then return s, "" end
  return main, sub
end

local booktitles = {}

-- A title's key without its leading article; "Title, The" begins with it as well.
local function key_of(s)
  s = spelled_out(without_dots(s))
  s = s:gsub("^(.-), ([Tt]he)$", "%2 %1"):gsub("^(.-), ([Aa]n?)$", "%2 %1")
  local key = spelling.key(s)
  local first, rest = key:match("^(%a+) (.+)$")
  return articles[first] and rest or key
end

-- Names of series, and their first letters: "LOTR", "ASOIAF".
local known_series, series_letters = {}, {}
for _, name in ipairs(listed(require("rules.data.series"))) do
  known_series[key_of(name)] = true
  local letters = spelling.key(name):gsub("(%S)%S*%s*", "%1")
  if #letters > 2 then
    series_letters[letters], series_letters[letters:gsub("^t", "")] = true, true
  end
end

-- Whether words name a series, by a list or by their last word ("Saga", "Chronicles").
local function names_series(words)
  local key = key_of(words)
  if known_series[key] or series_letters[key] then return true end
  local name, number = series.mark(words)
  return name ~= nil and name ~= "" and number == nil
end

-- Removes brackets about the edition from the end, and keeps their content.
local function take_brackets(s, title)
  while true do
    if not s:find("[%)%]]") then return s end
    local before, words = s:match("^(.-)%s*[%(%[]([^%(%)%[%]]*)[%)%]]%s*$")
    if not before or before == "" then return s end
    local name, number = series.mark(words)
    local folded = text.fold(words)
    if name then
      title.series = title.series or name
      title.number = title.number or number
    elseif editions.remark(folded) then
      local set, language = editions.marks(folded)
      for mark in pairs(set) do title.editions[mark] = true end
      title.language = title.language or language
      title.is_special = title.is_special or editions.is_special(folded)
    elseif editions.generic(folded) then
      title.generic = true
    else
      -- An imprint, a collection or words of the title: kept apart and compared as an alternative.
      title.extra = words .. (title.extra and " " .. title.extra or "")
    end
    s = before
  end
end

local function take_edition(s, title)
  local rest, words = editions.take(s)
  if words then
    local set, language = editions.marks(text.fold(words))
    for mark in pairs(set) do title.editions[mark] = true end
    title.language = title.language or language
  end
  return rest
end

-- Removes what says that a title has all of its volumes: "I-II.", "1-3".
local function take_range(s, title)
  local before, range = s:match("^(.*[^%s,])[%s,]+([%w]+%-[%w]+)%.?$")
  range = range and numbers.range(range:lower())
  if not range or range:sub(1, 2) ~= "1-" then return s end
  title.range = range
  return before
end

-- Endings of files with a book.
local files = { epub = true, mobi = true, azw3 = true, pdf = true, fb2 = true, cbz = true }

-- Removes the ending of a file: "Dune.epub".
local function without_ending(s)
  local name, ending = s:match("^(.+)%.(%w+)$")
  return name and files[ending:lower()] and name or s
end

-- Puts a volume's number that stands before its title behind it: "01 Salt Roads", "1. Salt Roads",
-- "[Tides 01] Salt Roads", "Tides 01 Salt Roads". "13 Lamps" is a title.
local function with_mark_behind(s)
  if not s:find("%d") then return s end
  local number, rest = s:match("^0([1-9])[%s.%-]+(%a.*)$")
  if not rest then number, rest = s:match("^#%s?(%d%d?)[%s.:%-]+(%a.*)$") end
  if not rest then number, rest = s:match("^(%d%d?)[.)]%s+(%u.*)$") end
  if rest then return ("%s (Book %s)"):format(rest, number) end
  local mark
  mark, rest = s:match("^%[([^%[%]]*%a #?%d+)%]%s*%-?%s*(%S.*)$")
  if rest then return ("%s [%s]"):format(rest, mark) end
  mark, number, rest = s:match("^([^:(%[]*%a),? 0([1-9])%s+(%u[^:(%[]*)$")
  return mark and ("%s (%s #%s)"):format(rest, mark, number) or s
end

-- Removes the translator: "The Odyssey, trans. Ada Lune", "… translated by Ada Lune".
local function without_translator(s)
  if not s:find("[Tt]ra?n?s?") then return s end
  local before = s:match("^(.-%w%w%w%w)[%s,;%-]+[Tt]ra?n?s?%.%s+b?y?%s*%u[^:%(%[]*$")
    or s:match("^(.-%S)[%s,;%-]+[Tt]ranslated by [^:%(%[]*$")
  return before or s
end

-- Marks the number behind an edition as a volume of it: "Boats Deluxe Edition 2"; "3rd Edition 2"
-- stays.
local function with_edition_volume(s)
  return (s:gsub("(%a%a%a+ [Ee]dition) (%d%d?)$", "%1, Vol. %2"))
end

-- Splits a subtitle that counts its volumes: "A Graphic History, Volume 1: The Boats" is volume 1
-- of the history. Returns its name and the number.
local function counted_subtitle(sub)
  local middle = sub:match("^([^:]-)%s*:%s")
  local name, number = series.mark(middle or "")
  return name ~= "" and number and name, number
end

-- Whether a series mark counts parts: ", Part 2".
local function is_part(mark) return mark:find("^%W*[Pp]a?r?t") ~= nil end

-- Writes marks as brackets have them: "(1 of 2)" is "(Part 1)", "Tides 5 manga" is "Tides 5
-- (manga)".
local function with_marks(s)
  if not s:find("%d") then return s end
  s = s:gsub("[%(%[](%d%d?) of %d%d?[%)%]]", "(Part %1)")
  s = s:gsub("(%d) ([Mm]anga)$", "%1 (%2)"):gsub("(%d) ([Ll]ight [Nn]ovel)$", "%1 (%2)")
  return s
end

-- Splits a title. Sets `canonical`, `series`, `number`, `editions`, `language` and `extra` of the
-- result; also returns its main part and its subtitle; the part before its colon, and whether that
-- is a series with a number, so that the subtitle is the title.
local function take_apart(raw)
  local title = { editions = {} }
  local plain = with_marks(series.without_total(without_ending(spelling.plain(raw))))
  -- Names of files have "_" for ":".
  if plain:find("_ ", 1, true) then plain = plain:gsub("(%w)_ +", "%1: ") end
  if plain:find(":", 1, true) then plain = plain:gsub(":(An? %u)", ": %1"):gsub(": +:", ":") end
  plain = without_translator(with_edition_volume(with_mark_behind(plain)))
  -- Comics in paper covers: "Saga TP Vol 01".
  if plain:find(" TP", 1, true) then plain = spelling.tidy((plain:gsub(" TPB?%f[%W]", " "))) end
  -- A bracket in a bracket says nothing of the work: "Title (Saga (UK), #3)".
  if plain:find("%([^%)]*%(") then
    plain = plain:gsub("%b()", function(s)
      return ("(%s)"):format((s:sub(2, -2):gsub("%s*%b()", "")))
    end)
  end
  local canonical, name, number = series.take(plain)
  local mark = plain:sub(#canonical + 1)
  title.canonical, title.series, title.number = canonical, name, number
  title.is_part = is_part(mark)
  local s = take_brackets(canonical, title)
  s = take_edition(s, title)
  if s ~= plain then
    local rest, other, volume = series.take(s)
    if other then
      -- "The Long Road, Part 1 (Tides #1.1)" is the first part of the first book.
      title.is_part = title.is_part or is_part(s:sub(#rest + 1))
      title.number = not title.is_part and title.number or volume
      s = rest
    end
  end
  s = take_range(s, title)
  local main, sub, is_second = split_subtitle(s)
  title.has_second = is_second
  -- "Salt Roads: The Lamps of May: A Novel".
  local named, kind = sub:sub(-40):match("^(.-%S)%s*:%s+([^:]+)$")
  if named and editions.generic(text.fold(kind)) then
    sub = sub:sub(1, -41) .. named
  end
  -- "Salt Roads: North, Vol. 2" counts another series than "Salt Roads, Vol. 2".
  title.counts_sub = sub ~= "" and number ~= nil and mark:find("^%s*,") ~= nil
  local of, place
  if sub ~= "" then of, place = series.mark(sub) end
  local is_series = of and of ~= "" and not place and title.number
  if sub ~= "" and (is_series or number and mark:find("^%s*:")) then
    -- The number counts the series behind the colon: "Salt Roads: The Tides Trilogy: Book 2".
    title.series, sub = is_series and of or sub, ""
  elseif sub ~= "" and editions.subtitle(text.fold(sub)) then
    title.is_special = editions.is_special(text.fold(sub))
    sub, title.is_edition = editions.before_edition(sub) or "", true
  end
  if place then
    title.series, title.number, sub = title.series or of, title.number or place, ""
  end
  -- In "One Piece, Volume 1: Romance Dawn" the second part may be the title, and the first the
  -- series.
  local opening = main
  local before, volume_before = series.before(main)
  -- "Tides: Book 1: Salt Roads".
  local middle, rest_of_sub = sub:match("^(%a+%.?%s+%w+)%s*:%s+(.+)$")
  local is_mark, volume_between = series.mark(middle or "")
  if middle and is_mark == "" then
    before, volume_before, sub = main, volume_between, rest_of_sub
  end
  local name_between, volume_in_sub = counted_subtitle(sub)
  if name_between and not before then
    sub, title.number, title.counts_sub = name_between, title.number or volume_in_sub, true
  end
  if before and sub ~= "" then
    title.number = title.number or volume_before
    main = before
  end
  main = take_edition(main, title)
  -- A bracket may come before the subtitle: "Title (Series #1): Subtitle".
  main = take_brackets(main, title)
  return title, main, sub, opening, before ~= nil
end

-- Whether a title is too plain to contain a series: only words of letters, the last of which is not
-- a number.
local function is_plain(raw)
  if #raw > 200 or raw:find("[^%a' ]") then return false end
  local space = raw:find(" [^ ]*$")
  local last = space and raw:sub(space + 1) or raw
  return last ~= "" and not last:find("'", 1, true) and numbers.of(last:lower()) == nil
end

--- Returns the title of a volume whose title is that of its series, or that has none, with its
--- number: volume 3 of the series "Naruto" is "Naruto, Vol. 3". Other titles stay.
function booktitles.with_volume(title, of, volume)
  if not volume or title:find("%d") or of and key_of(title) ~= key_of(of) then return title end
  return ("%s, Vol. %g"):format(title, volume)
end

-- The words of boxes, beside which they are compared: "(Box Set)", "Boxed Set", "Trilogy Box".
local box_words = set_of([[
  box boxed boxset set sets complete collection series trilogy books book bundle the paperback
  hardcover ebook omnibus
]])

-- A key without the words of a box and how many books it has; the key itself if none would be left.
local function without_box(key)
  local rest = {}
  key = key:gsub(" %d in 1%f[^%w]", "")
  for word in numbers.in_digits(key):gmatch("%S+") do
    if not box_words[word] then rest[#rest + 1] = word end
  end
  local is_counted = key:find("book", 1, true) and rest[#rest] and rest[#rest]:find("^%d+$")
  if #rest > 1 and is_counted then rest[#rest] = nil end
  return #rest > 0 and table.concat(rest, " ") or key
end

--- Returns a title's series and the number in it, as in `parse`, but without parsing the rest.
function booktitles.series(raw)
  if is_plain(raw) then return nil, nil end
  local title = take_apart(raw)
  return title.series, title.number
end

--- Parses a title. The result has, as they are spelled: `canonical` (all but the series mark),
--- `short` (without subtitle and brackets, for a second search), `series` and `number` where the
--- title has them; for comparing: `full` (canonical), `core` (without brackets and editions),
--- `main`, `sub` (its subtitle, or ""), `extra`, `editions` (a set), `language`, `derived`.
booktitles.parse = memo(function(raw)
  local title, main, sub, opening, opens_with_number = take_apart(raw)
  local plain, canonical = spelling.plain(raw), title.canonical
  -- In "Star Wars: Heir to the Empire" the part before the colon is a series.
  if sub ~= "" and (opens_with_number or names_series(opening)) then title.own = key_of(sub) end
  -- "Tides: Tides and Lamps" is one of the Tides.
  if sub ~= "" and key_of(sub):sub(1, #key_of(main) + 1) == key_of(main) .. " " then
    title.own, title.repeats = key_of(sub), true
  end
  title.chained = sub:find(":%s") ~= nil
  title.short = spelling.tidy(main)
  title.derived, title.form = editions.derived(text.fold(plain))
  title.full = key_of(canonical)
  title.main = key_of(main)
  if title.derived == "box set" then title.main = without_box(title.main) end
  title.sub = sub ~= "" and spelling.key(spelled_out(without_dots(sub))) or ""
  title.core = title.sub == "" and title.main or title.main .. " " .. title.sub
  title.extra = title.extra and spelling.key(title.extra) or ""
  title.generic = title.generic or sub ~= "" and editions.generic(text.fold(sub))
  title.words = text.tokens(title.main)
  title.is_series = known_series[title.main] == true
  title.is_special = title.is_special or editions.is_special(title.main)
  title.opens_with_number = opens_with_number
  title.series_key = title.series and title.series ~= "" and key_of(title.series) or nil
  title.unopened = without_opening(title.main)
  title.edition = editions.number(plain)
  title.open = plain:find("*", 1, true) and text.fold(title.short) or nil
  local before = main:match("^([^,]*), [^%s,]+ [^,]+$")
  title.before_comma = before and key_of(before)
  title.before_unopened = before and without_opening(title.before_comma)
  title.counted = spelled_out(plain):lower()
  title.numbered = title.number and title.main .. " " .. title.number or nil
  title.sub_main = title.sub ~= "" and key_of(sub) or nil
  title.works = select(2, canonical:gsub("%S / %S", "")) + 1
  return title
end, 512)

return booktitles
