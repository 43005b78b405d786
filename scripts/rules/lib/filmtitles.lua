-- Parses the title of a film or a series: its words, the part after the colon, the year, the season
-- and the episode, and remarks about the cut.

local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local spelling = require("rules.lib.spelling")
local text = mix.text

local articles = {
  the = true, a = true, an = true, le = true, la = true, les = true, der = true, die = true,
  das = true, el = true, los = true, las = true, il = true, lo = true, gli = true, o = true,
}

-- Remarks in brackets or after a dash that name a print of the same film.
local prints = {
  "director'?s cut", "extended", "unrated", "uncut", "theatrical", "final cut", "remaster",
  "restored", "special edition", "collector", "anniversary", "ultimate", "imax", "%f[%w]4k%f[%W]",
  "%f[%w]3d%f[%W]", "blu%-?ray", "dvd", "%f[%w]hd%f[%W]", "criterion", "subtitled", "dubbed",
  "black and white", "open matte", "widescreen", "version longue", "^film$", "^movie$",
  "^tv series$", "^tv$", "^series$", "^english$", "^original$",
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

-- Removes "(1984)" and remarks about the print from the end.
local function take_remarks(s)
  local year
  while true do
    local before, words = s:match("^(.-%S)%s*[%(%[]([^%(%)%[%]]*)[%)%]]%s*$")
    local number = words and words:match("^%D*([12][089]%d%d)%D*$")
    if words and number and #words <= 12 then
      year = year or tonumber(number)
    elseif not (words and is_print(words)) then
      break
    end
    s = before
  end
  local before, remark = s:match("^(.-%S)%s*[:%-]%s+([^:%-]+)$")
  if before and is_print(remark) then s = before end
  return s, year
end

-- Converts Roman numbers in a key: "rocky ii" becomes "rocky 2". The first word stays, and a single
-- letter that may be a word.
local function in_digits(key)
  return (numbers.in_digits(key):gsub("(%s)([ivx]+)%f[%W]", function(space, word)
    return #word > 1 and numbers.of(word) and space .. numbers.of(word) or nil
  end):gsub("%f[%w]part (%d)", "%1"):gsub("%f[%w]chapter (%d)", "%1"))
end

local function key_of(s)
  s = s:gsub("^(.-), ([Tt]he)$", "%2 %1"):gsub("^(.-), ([Aa]n?)$", "%2 %1")
  s = s:gsub("^(.-), (L[aeo]s?)$", "%2 %1"):gsub("^(.-), (D[aei][ers])$", "%2 %1")
  local key = spelling.key((s:gsub("[%(%)%[%]]", " "):gsub("%f[%w]&%f[%W]", " and ")))
  key = key:gsub("%f[%w]and%f[%W]", ""):gsub("%s+", " ")
  local first, rest = key:match("^(%a+) (.+)$")
  return in_digits(articles[first] and rest or key)
end

local filmtitles = {}

--- Parses a title: `full` (its key), `main` and `sub` (before and after the first colon, "" without
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
  title.main = main and key_of(main) or title.full
  title.sub = main and key_of(sub) or ""
  -- In "Episode V - The Empire Strikes Back" the last part is a title as well.
  local last = sub and sub:match("^.*[:%-]%s+(.+)$")
  title.last = last and key_of(last) or title.sub
  title.words = text.tokens(title.main)
  return title
end, 512)

return filmtitles
