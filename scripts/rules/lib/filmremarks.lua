-- Takes from the end of a film's or series' title what is not part of it: years, kinds, remarks
-- about the cut, the season and the episode.

local filmfacts = require("rules.lib.filmfacts")
local numbers = require("rules.lib.numbers")
local spelling = require("rules.lib.spelling")
local text = mix.text

local filmremarks = {}

-- Remarks in brackets or after a dash that name a print of the same film.
local prints = {
  "director'?s cut", "extended", "unrated", "uncut", "theatrical", "final cut", "remaster",
  "restored", "special edition", "collector", "anniversary", "ultimate", "imax", "%f[%w]4k%f[%W]",
  "%f[%w]3d%f[%W]", "blu%-?ray", "dvd", "%f[%w]hd%f[%W]", "criterion", "subtitled", "dubbed",
  "black and white", "black and chrome", "%f[%w]cut$", "open matte", "widescreen",
  "version longue", "re%-?release", "^english$", "^original$", "^imdb", "^tmdb", "^tvdb",
  "%f[%w]%d%d%d%d?p%f[%W]", "^remux", "web%-?dl", "%f[%w]hdr",
}

--- Whether a remark is about the print.
function filmremarks.is_print(remark)
  local folded = text.fold(remark)
  for _, pattern in ipairs(prints) do
    if folded:find(pattern) then return true end
  end
  return false
end

--- Returns the kind that a remark names ("TV Series", "film"); nil for other remarks.
function filmremarks.kind(remark)
  local kind = #remark <= 24 and filmfacts.kind(remark)
  return kind and not kind:find("?", 1, true) and kind or nil
end

-- Words of subtitles that name something made of a film, not the film.
local about = {}
for phrase in ([[
  making of; behind the; deleted scenes; trailer; teaser; featurette; reunion; documentary; live;
  in concert; musical; parody; inside; on set; memoirs; memories; retrospective; revisited;
  interview; interviews; commentary; backstage; unplugged; visual journey; visual effects;
  sneak peek; first look; breakdown; diary; diaries; outtakes; notes; anniversary; sing along;
  from the set; origins and influences
]]):gmatch("%s*([^;\n]*[^;%s])") do
  about[#about + 1] = " " .. phrase .. " "
end

--- Whether the key of a subtitle names another kind than a film ("the game", "animated series"), or
--- something made of the film.
function filmremarks.is_about(key)
  local kind = filmremarks.kind(key)
  if kind and kind ~= "film" then return true end
  local words = " " .. key .. " "
  for _, phrase in ipairs(#key <= 24 and about or {}) do
    if words:find(phrase, 1, true) then return true end
  end
  return false
end

--- Whether a subtitle rather tells of work on a film than is the name of one: "Taking Aim".
function filmremarks.may_be_about(key) return key:find("^%a*[aeiou]%a+ing%f[%A]") ~= nil end

local seasons = {
  "season", "staffel", "saison", "temporada", "stagione", "sezon", "seizoen", "series",
}

--- Removes "S01E02", "1x02" or "Season 2" from a title, and what stands behind them; returns their
--- numbers.
function filmremarks.take_episode(s)
  local lower = s:lower()
  local place, season, episode = lower:match("()%f[%w]s(%d%d?)%s?e(%d%d?%d?)%f[%W]")
  if not place then place, season, episode = lower:match("()%f[%w](%d%d?)x(%d%d%d?)%f[%W]") end
  if not place then place, season = lower:match("()%f[%w]s(%d%d)%f[%W]") end
  for _, word in ipairs(place and {} or seasons) do
    place, season = lower:match("()%f[%w]" .. word .. " (%w+)%s*$")
    -- Histories of services: "Harbour: Season 2: The Pier".
    if not place then place, season = lower:match(":%s+()" .. word .. " (%w+):%s") end
    season = season and numbers.of(season)
    if season then break end
    place = nil
  end
  -- "Boats 2nd Season", as AniList and MyAnimeList write it.
  if not place then place, season = lower:match("()%f[%w](%d%d?)[snrt][tdh] season%s*$") end
  if not place then place = lower:match(":%s+()limited series:%s") end
  if not (place and place > 1) then return s, nil, nil end
  local rest = spelling.tidy((s:sub(1, place - 1):gsub("[%s,:%-%(]+$", "")))
  if rest == "" then return s, nil, nil end
  return rest, tonumber(season), tonumber(episode)
end

-- Reads a bracket with a year: "(1984)", "(1998 film)", "(TV Series 2008–2013)", "(2012/II)".
-- Returns the year and the kind; nil for another bracket.
local function year_of(words)
  local before, year, behind = words:match("^([^%d]*)%f[%d]([12][089]%d%d)%f[%D](.*)$")
  if not year then return nil end
  behind = behind:gsub("^%s*[\x80-\xff%-]+%s*%d*", "")
  local rest = spelling.tidy((before .. " " .. behind):gsub("[/,]", " "))
  if rest:find("%d") or #rest > 12 and not filmremarks.kind(rest) then return nil end
  return tonumber(year), filmremarks.kind(rest)
end

-- Whether two words name a print by the first: "Final Cut", "Ultimate Edition".
local function names_print(words)
  local first = words:match("^%S+")
  return filmremarks.is_print(first) or text.fold(first):find("^final$") ~= nil
    or text.fold(first):find("^special$") ~= nil or text.fold(first):find("^director'?s$") ~= nil
end

local articles = { the = true, a = true, an = true }

-- "Title TV series", "Title 1998 movie".
local kinds_behind = { "^(.*%S)%s+([Tt][Vv]%s%a[%a%s]+)$", "^(.* [12][089]%d%d)%s+(%a+)$" }

-- Splits one remark off the end: "Title (1984)", "Title - Director's Cut", "Title (1984) 4K".
-- Returns the rest, the year and the kind; nil when there is none.
local function without_remark(s)
  local before, words = s:match("^(.-[^%s%-:])[%s%-:]*[%(%[{]([^%(%)%[%]{}]*)[%)%]}]%s*$")
  local year, kind = nil, nil
  if words then year, kind = year_of(words) end
  -- Of two films of one name and year IMDb numbers the second: "Flow (II) (2012)".
  if year then return before:gsub("%s+%([IVX]+%)$", ""), year, kind end
  kind = words and filmremarks.kind(words)
  if kind or words and filmremarks.is_print(words) then return before, nil, kind end
  -- "The Final Cut", "Ultimate Edition" without a sign before them; a film is named so as well.
  before, words = s:match("^(%S.*%S)%s+(%S+%s+%a+)$")
  local last = words and words:match("%a+$"):lower()
  if (last == "cut" or last == "edition") and names_print(words) then
    before = before:gsub("[%s:%-]+[Tt]he$", "")
    if not (articles[before:lower()] or before:find("[:%-]$")) then return before end
  end
  before, words = s:match("^(.-%S)%s*[:%-]%s+([^:%-]+)$")
  if before and not words:find(",") and filmremarks.is_print(words) then return before end
  for _, pattern in ipairs(kinds_behind) do
    before, words = s:match(pattern)
    kind = words and filmremarks.kind(words)
    if kind then return before, nil, kind end
  end
  before = s:match("^(.+%S)%s+[Rr]edux$") or s:match("^(.+%S)%s+anime$")
  if before then return before end
  before, year, words = s:match("^(.-%S)%s*[%(%[]([12][089]%d%d)[%)%]]%s*(%S.*)$")
  if before and filmremarks.is_print(words) then return before, tonumber(year) end
  return nil
end

--- Removes years, and remarks about the print or the kind from the end. Returns the rest, the year,
--- the kind, and whether a print was named.
function filmremarks.take(s)
  local year, kind
  local is_print = false
  local rest, found, of = without_remark(s)
  while rest do
    is_print = is_print or not (found or of)
    s, year, kind = rest, year or found, kind or of
    rest, found, of = without_remark(s)
  end
  -- Folders that are to stand in the order of their years: "(1984) Title".
  local before, behind = s:match("^[%(%[]([12][089]%d%d)[%)%]]%s+(%S.*)$")
  if before and (not year or year == tonumber(before)) then
    return behind, tonumber(before), kind, is_print
  end
  return s, year, kind, is_print
end

return filmremarks
