-- Parses the title of a film or a series: its words, its segments, the year, the season and the
-- episode, and remarks about the cut.

local filmremarks = require("rules.lib.filmremarks")
local listed = require("rules.lib.listed")
local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local release_names = require("rules.lib.release_names")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local text = mix.text

local articles = { the = true, a = true, an = true }
-- Those of other languages are words in English: "Die Hard", "La La Land". A title without one is
-- perhaps the same.
local foreign_articles = set_of([[
  le la les der die das el los las il lo gli o os as un une una ein eine den det de het
]])

-- Whether what follows a Roman number ends the title or its part.
local function ends_part(behind) return behind == "" or behind:find("^%s*[:%-,%(%[]") ~= nil end

-- Converts a single Roman number that ends a title or its part: "Rocky V", "Star Trek V: …". "V for
-- Vendetta" has none.
local function with_digits(s)
  return (s:gsub("(%w%.?[%s,]+)([IVX])%f[%W]()", function(before, letter, after)
    return ends_part(s:sub(after)) and before .. numbers.of(letter:lower()) or nil
  end))
end

-- Words before the number of a part; the number alone counts.
local part_words = set_of([[
  part pt chapter vol volume episode ep teil kapitel parte partie capitulo capitolo tome deel del
  czesc
]])

-- Converts Roman numbers in a key: "rocky ii" becomes "rocky 2". The first word stays, and a single
-- letter, which may be a word.
local function in_digits(key)
  return (numbers.in_digits(key):gsub("(%s)([ivx]+)%f[%W]", function(space, word)
    return #word > 1 and numbers.of(word) and space .. numbers.of(word) or nil
  end):gsub("%f[%w](%a+) (%d+)", function(word, number)
    return part_words[word] and number or nil
  end))
end

-- Signs of numbers that belong to the word before them: "8½", "Alien³".
local number_signs = {
  ["½"] = " 1/2", ["⅓"] = " 1/3", ["¼"] = " 1/4", ["²"] = " 2", ["³"] = " 3", ["⁴"] = " 4",
}

-- The words of a title, with digits as they are.
local function plain_key(s)
  if s:find(",", 1, true) then
    s = s:gsub("^(.-), (%a+)$", function(rest, last)
      local word = last:lower()
      return (articles[word] or foreign_articles[word]) and last .. " " .. rest or nil
    end):gsub("^(.-), ([lL])'?$", "%2'%1")
  end
  -- "Tides v Lamps" and "Tides versus Lamps" are "Tides vs. Lamps".
  if s:find("%s[vV]") then
    s = s:gsub("(%s)v%.?%f[%s]", "%1vs"):gsub("(%s[vV])ersus%f[%s]", "%1s")
  end
  if s:find("[\xc2\xe2]") then s = s:gsub("[\xc2\xe2][\x80-\xbf]+", number_signs) end
  s = spelling.destyled(s):gsub("[%(%)%[%]]", " "):gsub("%f[%w]&%f[%W]", " and ")
  local key = spelling.key(s):gsub("%f[%w]and%f[%W]", ""):gsub("%s+", " ")
  key = key:gsub("^ ", ""):gsub(" $", "")
  local first, rest = key:match("^(%a+) (.+)$")
  if articles[first] then return rest, first end
  return key
end

local function key_of(s) return in_digits((plain_key(s))) end

-- The key without an article of another language; nil when it has none.
local function without_article(key)
  local first, rest = key:match("^(%a+) (.+)$")
  return foreign_articles[first] and rest or nil
end

-- The segments of a title: at colons, dashes, and before a second title ("Birdman or (…)"). More
-- than four are not told apart.
local function segments_of(s)
  local marked = s:gsub("%s*:%s+", "\1"):gsub("%s+%-+%s+", "\1"):gsub(",%s+[Oo]r:?,?%s+", "\1")
    :gsub(",%s+или%s+", "\1"):gsub(",%s+oder%s+", "\1"):gsub(",%s+ou%s+", "\1")
    :gsub("%s+[Oo]r:?,?%s+%f[%(]", "\1"):gsub("%s+[Oo]r[:,]%s+", "\1"):gsub("%f[%w]or\1", "\1")
  local list = {}
  for part in marked:gmatch("[^\1]+") do
    if #list == 4 then
      list[4] = list[4] .. " " .. part
    elseif part:find("[%w\x80-\xff]") then
      list[#list + 1] = part
    end
  end
  return list
end

-- The worth of a title without some of its segments.
local without_number, without_middle, without_series, without_subtitle = 0.97, 0.95, 0.93, 0.8
-- The worth of a title behind words that may not be its series: a doubt where the year alone
-- agrees, because films about a film are called so ("The Long Pier: Boats").
local behind_unknown = 0.785
-- The worth of a title without its subtitle that many films share: a doubt as well.
local of_many = 0.78
-- The worth of a title without a bracket that nobody knows, and of the bracket alone.
local without_bracket, bracket_alone = 0.8, 0.75

local function is_number(key) return key:find("^%d+$") ~= nil end

-- Whether a mask drops the segment whose parts the number behind it counts, and keeps one before:
-- of "The Boats: Harbour - Part 2" it would make the second of the Boats.
local function is_cut_off(mask, keys)
  local last = #keys
  if last < 3 or not is_number(keys[last]) or is_number(keys[last - 1]) then return false end
  local before, counted, number = (1 << last - 2) - 1, 1 << last - 2, 1 << last - 1
  return mask & counted == 0 and mask & number ~= 0 and mask & before ~= 0
end

-- Whether the part of a title that a mask keeps ends in a number: "Mad Max 2", which says what its
-- subtitle does. A word is part of the name: "Nine Boats", "The Magnificent Seven".
local function is_counted(mask, keys, segments)
  local last
  for place in ipairs(keys) do
    if mask & 1 << place - 1 ~= 0 then last = place end
  end
  local number = tonumber(keys[last]:match(" (%d%d?)$"))
  return number ~= nil and number > 1 and segments[last]:find("%f[%w][%divxIVX]+$") ~= nil
end

local known_series = {}
for _, name in ipairs(listed(require("rules.data.series"))) do known_series[key_of(name)] = true end

-- Names of whom many films tell, several in one year.
local retold = {}
for _, name in ipairs(listed(require("rules.data.figures"))) do retold[key_of(name)] = true end

-- Whether what stands before the last segment is known as a series, or is counted.
local function opens_with_series(keys)
  local before = table.concat(keys, " ", 1, #keys - 1)
  return known_series[keys[1]] or before:find("%d") ~= nil
end

-- The value of the segments that a mask keeps; nil when what is left names another part or another
-- work: of "Kill Bill: Vol. 2" neither "Kill Bill" nor "Vol. 2" is one, and "The Boats: The Making
-- of" is not "The Boats".
local function value_of(mask, keys, segments)
  local value, is_named, last = 1, false, 0
  for place, key in ipairs(keys) do
    if mask & 1 << place - 1 ~= 0 then
      -- "2010: The Year We Make Contact" is named by its number.
      is_named = is_named or not is_number(key) or place == 1 and #key > 2
      last = place
    end
  end
  if not is_named or is_cut_off(mask, keys) then return nil end
  for place, key in ipairs(keys) do
    if mask & 1 << place - 1 == 0 then
      local left = without_middle
      if is_number(key) then
        if place > last and place == #keys and key ~= "1" then return nil end
        left = without_number
      elseif place > last then
        if filmremarks.is_about(key) then return nil end
        local is_doubted = retold[keys[1]] or filmremarks.may_be_about(key)
        -- "2001" tells the film, "The Boats" may be another.
        local is_telling = is_counted(mask, keys, segments) or mask == 1 and is_number(keys[1])
        left = is_telling and without_series
          or mask == 1 and is_doubted and of_many or without_subtitle
      elseif place == 1 then
        if filmremarks.is_about(key) then return nil end
        local is_unknown = mask == 1 << #keys - 1 and not opens_with_series(keys)
        left = is_unknown and (keys[#keys]:find(" ") and without_subtitle or behind_unknown)
          or without_series
      end
      value = math.min(value, left)
    end
  end
  return value
end

-- A segment without the number at its end: "Mad Max" of "Mad Max 2", nil when it has none.
local function without_count(segment)
  local before, number = segment:match("^(.-)%s+(%w+)$")
  if not before or not is_number(key_of("x " .. number):sub(3)) then return nil end
  return (before:gsub("%s+(%a+)%.?$", function(word)
    return part_words[word:lower()] and "" or nil
  end))
end

-- Adds the readings of a title of several segments: the other way round, and without its series,
-- its number, its subtitle.
local function add_segments(add, segments)
  local keys = {}
  if #segments == 2 then add(key_of(segments[2] .. " " .. segments[1]), without_number) end
  for place, segment in ipairs(segments) do keys[place] = key_of(segment) end
  for mask = 1, (1 << #segments) - 1 do
    local value, kept = value_of(mask, keys, segments), {}
    for place, segment in ipairs(value and segments or {}) do
      if mask & 1 << place - 1 ~= 0 then kept[#kept + 1] = segment end
    end
    if value then add(key_of(table.concat(kept, " ")), value) end
    -- In "Mad Max 2: The Road Warrior" the subtitle says which part it is.
    local shorter = mask & 1 ~= 0 and #kept > 1 and without_count(kept[1])
    if shorter then
      kept[1] = shorter
      add(key_of(table.concat(kept, " ")), math.min(without_number, value))
    end
  end
end

-- The worth of a title without the number of the part before its subtitle, of a series with the
-- number alone, of one with the first letters of its series, and without its country.
local without_part, by_number, by_letters, without_country = 0.9, 0.88, 0.98, 0.93
-- The worth of a title without the name of its maker: a doubt, because two makers may have made one
-- of that name in a year. One before an article is not part of the title: "Marvel's The Boats".
local without_maker, without_studio = 0.78, 0.85

-- The first letters of a key's words, and the number at its end or "".
local function initials_of(key)
  local words, number = key:match("^(.-) (%d+)$")
  local letters = (words or key):gsub("(%S)%S*%s*", "%1")
  return letters, number or ""
end

-- Adds what people write for a long series: "LOTR: The Two Towers", "T2: Judgment Day", "M:I-2".
local function add_letters(add, full, segments)
  local letters, number = initials_of(full)
  if #letters > 1 and number ~= "" then
    add(letters .. " " .. number, by_letters)
    add(letters:gsub(".", "%0 ") .. number, by_letters)
  end
  -- "HP and the Goblet of Fire".
  local name, behind = full:match("^(%S+ %S+) the (%S+ .+)$")
  if name then
    letters = initials_of(name)
    add(letters .. " the " .. behind, without_series)
    add(letters .. " " .. behind, without_series)
  end
  if #segments < 2 then return end
  -- "Star Trek TNG".
  local last = text.fold(segments[#segments]):gsub("[^%w%s]", ""):gsub("(%w)%w*%s*", "%1")
  if #last > 2 then add(key_of(segments[1]) .. " " .. last, by_letters) end
  local series = key_of(segments[1])
  letters, number = initials_of(series)
  if #letters + #number > 1 and full:sub(1, #series + 1) == series .. " " then
    local rest = full:sub(#series + 1)
    add(letters .. number .. rest, by_letters)
    add(letters .. number .. rest:gsub("^ the ", " "), by_letters)
  end
end

-- Adds the readings of a title with the number of a part within it: "Mission Impossible 5 Rogue
-- Nation" without it, and "Rambo: First Blood Part II" as "Rambo 2".
local function add_parts(add, full, segments)
  local before, behind = full:match("^(%D+) %d%d? (%D+)$")
  if before then
    add(before .. " " .. behind, without_part)
    if behind:find(" ", 1, true) then add(behind, without_part) end
  end
  if #segments ~= 2 then return end
  local rest = key_of(segments[2])
  local number = rest:match("%D (%d%d?)$") or rest:match("^(%d[%d ]*) %D")
  if number then add(key_of(segments[1]) .. " " .. number, by_number) end
end

-- The worth of the first of two titles: "The Boats, or the Long Way Home", "Boats or (The Long Way
-- Home)".
local first_of_two, before_bracket = 0.95, 0.98

-- The maker that stands before a title, and the rest: "Ada Lune's Boats"; nil for other titles.
local function maker_of(s) return s:match("^(%u%S+ %S*%s?%u%S+)'s (%u.+)$") end

-- Adds a title without its maker, without what a comma adds, and without its country: "Ada Lune's
-- Boats", "Boats US".
local function add_without_names(add, s)
  local studio = s:match("^%S+'s ([TA]h?[en]? .+)$")
  local maker, made = maker_of(s)
  if maker and made:find("^[TA]h?[en]? ") then studio = made end
  if studio then
    add(key_of(studio), without_studio)
  elseif maker then
    add(key_of(made), without_maker)
  end
  local first = s:match("^(.-),%s+[Oo]r:?,?%s+") or s:match("^(.-)%s+[Oo]r:%s")
    or s:match("^(.-),%s+или%s+") or s:match("^(.-),%s+oder%s+") or s:match("^(.-),%s+ou%s+")
  if first then add(key_of(first), first_of_two) end
  first = s:match("^(.-)%s+[Oo]r,?%s+%(")
  if first then add(key_of(first), before_bracket) end
  -- "Aguirre, the Wrath of God".
  local before, article = s:match("^([^,]+), (%l+) [^,]+$")
  if before and (articles[article] or foreign_articles[article]) then
    add(key_of(before), without_subtitle)
  end
  local land = s:match("^(.+%S) %(?U%.?[KS]%.?%)?$") or s:match("^(.+%S) AU$")
    or s:match("^(.+%S) NZ$")
  if land then add(key_of(land), without_country) end
end

-- The keys that stand for a title, each with its likeness to the whole.
local function readings_of(s, full, segments, bracket)
  local readings = {}
  local function add(key, value)
    if key ~= "" and key ~= full and (readings[key] or 0) < value then readings[key] = value end
  end
  -- A single letter that ends a title may be a number, or not.
  if s:find("%f[%w][IVX]%f[%W]") then add(key_of(s), 0.99) end
  local upper, count = s:gsub("%f[%w][ivx]$", string.upper)
  if count > 0 then add(key_of(with_digits(upper)), 0.99) end
  -- Some tables have lost all letters but those of English.
  local kept = s:gsub("[\x80-\xff]+", "")
  if #kept < #s and 3 * #kept > 2 * #s then
    add(key_of(kept), 0.95)
    add(key_of((s:gsub("[\x80-\xff]+", " "))), 0.95)
  end
  -- "Boats 4.0".
  local whole = s:match("^(.+%s%d)%.0$")
  if whole then add(key_of(whole), without_number) end
  if #segments > 1 then add_segments(add, segments) end
  add_letters(add, full, segments)
  add_parts(add, full, segments)
  add_without_names(add, s)
  local before = full:match("^(.*%D) 1$")
  if before then add(before, without_series) end
  -- "Step Up 3D" is the third, "Titanic 3D" a print.
  before = full:match("^(.+) 3 ?d$")
  if before then
    add(before, without_series)
    add(before .. " 3", without_series)
  end
  if bracket then
    add(key_of(bracket.before), without_bracket)
    add(key_of(bracket.words), bracket_alone)
  end
  return readings
end

local filmtitles = {}

-- Marks off the bracket that ends a cell or stands before such a one, where it holds a title.
local function with_title_apart(cell)
  return (cell:gsub("%s[%(%[]([^%(%)%[%]%d\1]+)[%)%]]%s*%f[\0\1]", function(words)
    -- A single word says where or what, "(US)", "(Musical)", another bracket which part it is.
    local is_title = words:find("%w,?%s+%w") or words:find("[\xc3-\xf4]")
    local key = is_title and key_of("the " .. words)
    local is_remark = key and (filmremarks.is_print(words) or filmremarks.kind(words)
      or filmremarks.is_about(key) or key:find("%d"))
    return is_title and not is_remark and "\1" .. words or nil
  end))
end

--- Returns the titles in one cell, the whole first: "Rebuilding AKA Summer Detective", "Boat / Le
--- bateau", "Boat (Le bateau) (Das Boot) (1981)".
function filmtitles.split(raw)
  raw = release_names.title(raw) or raw
  local found = { raw }
  if not raw:find("[%(%[/|;]") and not raw:find(" [aA]%.?[kKlL]") then return found end
  local marked = (" " .. spelling.plain(raw) .. " "):gsub("%a+ %a+ as%f[%W]", function(words)
    return words:lower() == "also known as" and "aka" or nil
  end):gsub("[%s%(%[,;]+[aA]%.?[kK]%.?[aA]%.?[%s:]+", "\1"):gsub("%s+[/|]%s+", "\1")
    :gsub(";%s+", "\1"):gsub("%s[%(%[]%d%d%d%d[%)%]]%s*$", "")
  for _ = 1, 3 do marked = with_title_apart(marked) end
  if not marked:find("\1", 1, true) then return found end
  for part in marked:gmatch("[^\1]+") do
    part = spelling.tidy((part:gsub("[%)%]]%s*$", function(closing)
      return part:find("[%(%[]") and closing or ""
    end)))
    if part:find("[%w\x80-\xff]") then found[#found + 1] = part end
  end
  return found
end

--- Parses a title: `full` (its key), `joined` (without spaces: "M*A*S*H" is "mash"), `spare`
--- (without articles within), `bare`
--- (without an article of another language, or nil), `letters` (with its numbers as spelled),
--- `article` (the English one that it had, or nil), `readings` (other keys that stand for it, each
--- with its likeness), `main` and `sub` (the first segment and the rest, "" without one), `words`,
--- `year`, `kind`, `is_print` (a cut or a restored print), `season`, `episode`, `spelled`, `cell`
--- (the keys before and in a bracket at the end). Results are shared and must not be changed.
filmtitles.parse = memo(function(raw)
  local s, year, kind, is_print = filmremarks.take(spelling.plain(release_names.title(raw) or raw))
  local rest, season, episode = filmremarks.take_episode(s)
  if rest ~= s then
    local late
    s, late = filmremarks.take(rest)
    year = year or late
  end
  local before, words = s:match("^(.-%S)%s+[%(%[]([^%(%)%[%]]+)[%)%]]$")
  local numbered = with_digits(s)
  local segments = segments_of(numbered)
  local title = {
    year = year, kind = kind, is_print = is_print, season = season, episode = episode,
    spelled = s,
    full = key_of(numbered),
    main = segments[1] and key_of(segments[1]) or "",
    sub = #segments > 1 and key_of(table.concat(segments, " ", 2)) or "",
  }
  title.joined = title.full:gsub(" ", "")
  title.spare = title.full:gsub("%f[%a]the ", "")
  title.letters, title.article = plain_key(s)
  title.cell = before and { key_of(before), key_of(words) } or nil
  title.bare = without_article(title.full)
  title.words = text.tokens(title.full)
  -- "The Matrix 1999" is one of that year, or has it in its name.
  title.undated, title.dated = s:match("^(.+%S)[%s,]+([12][089]%d%d)$")
  local maker, made = maker_of(s)
  if maker then title.maker, title.made = key_of(maker), key_of(made) end
  title.readings = readings_of(s, title.full, segments, before and {
    before = before, words = words,
  })
  return title
end, 512)

return filmtitles
