-- Parses the title of a film or a series: its words, the part after the colon, the year, the season
-- and the episode, and remarks about the cut.

local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local spelling = require("rules.lib.spelling")
local text = mix.text

local articles = { the = true, a = true, an = true }
-- Those of other languages are words in English: "Die Hard", "La La Land". A title without one is
-- perhaps the same.
local foreign_articles = {
  le = true, la = true, les = true, der = true, die = true, das = true, el = true, los = true,
  las = true, il = true, lo = true, gli = true, o = true, os = true, as = true, un = true,
  une = true, una = true, ein = true, eine = true, den = true, det = true, de = true, het = true,
}

-- Remarks in brackets or after a dash that name a print of the same film.
local prints = {
  "director'?s cut", "extended", "unrated", "uncut", "theatrical", "final cut", "remaster",
  "restored", "special edition", "collector", "anniversary", "ultimate", "imax", "%f[%w]4k%f[%W]",
  "%f[%w]3d%f[%W]", "blu%-?ray", "dvd", "%f[%w]hd%f[%W]", "criterion", "subtitled", "dubbed",
  "black and white", "open matte", "widescreen", "version longue", "^film$", "^movie$",
  "^tv series$", "^tv$", "^series$", "^english$", "^original$", "^imdb", "^tmdb", "^tvdb",
  "%f[%w]%d%d%d%d?p%f[%W]", "^remux", "web%-?dl", "%f[%w]hdr",
}

local function is_print(remark)
  local folded = text.fold(remark)
  for _, pattern in ipairs(prints) do
    if folded:find(pattern) then return true end
  end
  return false
end

local season_words = "season staffel saison temporada stagione sezon seizoen series"
local seasons = {}
for word in season_words:gmatch("%S+") do seasons[#seasons + 1] = word end

-- Removes "S01E02", "1x02" or "Season 2" from a title, and returns their numbers.
local function take_episode(s)
  local lower = s:lower()
  local place, season, episode = lower:match("()%f[%w]s(%d%d?)%s?e(%d%d?%d?)%f[%W]")
  if not place then place, season, episode = lower:match("()%f[%w](%d%d?)x(%d%d%d?)%f[%W]") end
  if not place then place, season = lower:match("()%f[%w]s(%d%d)%f[%W]") end
  for _, word in ipairs(place and {} or seasons) do
    place, season = lower:match("()%f[%w]" .. word .. " (%w+)%s*$")
    season = season and numbers.of(season)
    if season then break end
    place = nil
  end
  if not (place and place > 1) then return s, nil, nil end
  local rest = spelling.tidy((s:sub(1, place - 1):gsub("[%s,:%-%(]+$", "")))
  if rest == "" then return s, nil, nil end
  return rest, tonumber(season), tonumber(episode)
end

-- Splits one remark off the end: "Title (1984)", "Title - Director's Cut", "Title (1984) 4K".
-- Returns the rest and the year; nil when there is none.
local function without_remark(s)
  local before, words = s:match("^(.-[^%s%-:])[%s%-:]*[%(%[{]([^%(%)%[%]{}]*)[%)%]}]%s*$")
  local year = words and #words <= 12 and words:match("^%D*([12][089]%d%d)%D*$")
  if year or words and is_print(words) then return before, tonumber(year) end
  before, words = s:match("^(.-%S)%s*[:%-]%s+([^:%-]+)$")
  if before and is_print(words) then return before end
  before, year, words = s:match("^(.-%S)%s*[%(%[]([12][089]%d%d)[%)%]]%s*(%S.*)$")
  if before and is_print(words) then return before, tonumber(year) end
  return nil
end

-- Removes years and remarks about the print from the end.
local function take_remarks(s)
  local year
  local rest, found = without_remark(s)
  while rest do
    s, year = rest, year or found
    rest, found = without_remark(s)
  end
  return s, year
end

-- Converts a single Roman number that ends a title or its part: "Rocky V", "Star Trek V: …". "V for
-- Vendetta" has none.
local function with_digits(s)
  return (s:gsub("(%w[%s,]+)([IVX])%f[%W]()", function(before, letter, after)
    local behind = s:sub(after)
    if behind ~= "" and not behind:find("^%s*[:%-,%(%[]") then return nil end
    return before .. numbers.of(letter:lower())
  end))
end

-- Converts Roman numbers in a key: "rocky ii" becomes "rocky 2". The first word stays, and a single
-- letter, which may be a word.
local function in_digits(key)
  return (numbers.in_digits(key):gsub("(%s)([ivx]+)%f[%W]", function(space, word)
    return #word > 1 and numbers.of(word) and space .. numbers.of(word) or nil
  end):gsub("%f[%w]part (%d)", "%1"):gsub("%f[%w]chapter (%d)", "%1"))
end

local function key_of(s)
  s = s:gsub("^(.-), ([Tt]he)$", "%2 %1"):gsub("^(.-), ([Aa]n?)$", "%2 %1")
  s = s:gsub("^(.-), (L[aeo]s?)$", "%2 %1"):gsub("^(.-), (D[aei][ers])$", "%2 %1")
  local key = spelling.key((with_digits(s):gsub("[%(%)%[%]]", " "):gsub("%f[%w]&%f[%W]", " and ")))
  key = key:gsub("%f[%w]and%f[%W]", ""):gsub("%s+", " ")
  local first, rest = key:match("^(%a+) (.+)$")
  return in_digits(articles[first] and rest or key)
end

-- The key without an article of another language; nil when it has none.
local function without_article(key)
  local first, rest = key:match("^(%a+) (.+)$")
  return foreign_articles[first] and rest or nil
end

local filmtitles = {}

--- Returns the titles in one cell, the whole first: "Rebuilding AKA Summer Detective", "Boat / Le
--- bateau", "Boat (Le bateau)".
function filmtitles.split(raw)
  local found = { raw }
  if not raw:find("[%(%[/|;]") and not raw:find(" [aA]%.?[kKlL]") then return found end
  local marked = (" " .. spelling.plain(raw) .. " "):gsub("%a+ %a+ as%f[%W]", function(words)
    return words:lower() == "also known as" and "aka" or nil
  end):gsub("[%s%(%[,;]+[aA]%.?[kK]%.?[aA]%.?[%s:]+", "\1"):gsub("%s+[/|]%s+", "\1")
    :gsub(";%s+", "\1"):gsub("%s[%(%[]([^%(%)%[%]%d]+)[%)%]]%s*$", function(words)
      -- A single word says where or what: "(US)", "(Musical)".
      local title = words:find("%w%s+%w") or words:find("[\xc3-\xf4]")
      return title and not is_print(words) and "\1" .. words or nil
    end)
  if not marked:find("\1", 1, true) then return found end
  for part in marked:gmatch("[^\1]+") do
    part = spelling.tidy((part:gsub("[%)%]]%s*$", function(closing)
      return part:find("[%(%[]") and closing or ""
    end)))
    if part:find("[%w\x80-\xff]") then found[#found + 1] = part end
  end
  return found
end

--- Parses a title: `full` (its key), `bare` (without an article of another language, or nil),
--- `main` and `sub` (before and after the first colon, "" without
--- one), `words` (of `main`), `year`, `season`, `episode`, `spelled`. Results are shared and must
--- not be changed.
filmtitles.parse = memo(function(raw)
  local s, year = take_remarks(spelling.plain(raw))
  local rest, season, episode = take_episode(s)
  if rest ~= s then
    local late
    s, late = take_remarks(rest)
    year = year or late
  end
  local title = { year = year, season = season, episode = episode, spelled = s }
  local main, sub = s:match("^(.-[^%s:])%s*:%s+(.+)$")
  if not main then main, sub = s:match("^(.-%S)%s+%-+%s+(.+)$") end
  if not main then main, sub = s:match("^(.-%S),? [Oo]r,? %(?(.+)$") end
  title.full = key_of(s)
  title.bare = without_article(title.full)
  title.main = main and key_of(main):gsub("(%S) episode %d+$", "%1") or title.full
  title.sub = main and key_of(sub) or ""
  -- In "Episode V - The Empire Strikes Back" the last part is a title as well.
  local last = sub and sub:match("^.*[:%-]%s+(.+)$")
  title.last = last and key_of(last) or title.sub
  title.words = text.tokens(title.main)
  return title
end, 512)

return filmtitles
