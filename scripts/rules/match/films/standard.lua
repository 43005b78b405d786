-- Finds the wanted film or series in a catalogue. One of its titles must agree, and no fact that
-- both sides have may contradict: kind, year, season, episode, director, cast.
--
-- Numbers: title (0.5) and year (0.2) make a match. With only a title, `alone` (0.5 of 0.25) keeps
-- it uncertain, because remakes reuse titles; one of four words or with a number at its end (0.7)
-- is taken when no other candidate has it.

local calibrations = require("rules.data.calibrations")
local changed = require("lib.changed")
local exactness = require("rules.lib.exactness")
local fields = require("rules.lib.fields")
local filmfacts = require("rules.lib.filmfacts")
local filmtitles = require("rules.lib.filmtitles")
local lists = require("rules.lib.lists")
local titlesets = require("rules.lib.titlesets")

-- Below this likeness two titles are different.
local title_floor = 0.5
-- The likeness of a series with a number and its part with a subtitle in one year.
local numbered = 0.8
-- The same of titles that only begin alike: a doubt. The likeness of titles with a word in another
-- form, "Boat Thief", "Boat Thieves", by one director in one year.
local perhaps_numbered, bent = 0.65, 0.85
-- The likeness of titles of which one has an article, in two years.
local article_apart = 0.78
-- Years by which records of one film may differ, and when its people agree.
local near_years, far_years = 1, 3

-- The titles of a record, each once: `own` is how many are its own or the original one.
local function titles_of(record)
  local titles, seen = {}, {}
  local function add(list)
    for _, raw in ipairs(list) do
      local title = filmtitles.parse(raw)
      if title.full ~= "" and not seen[title.full] and #titles < 24 then
        seen[title.full] = true
        titles[#titles + 1] = title
      end
    end
  end
  for _, field in ipairs({ "title", "original_title" }) do
    local raw = fields.text(record[field], " ")
    if raw then add(filmtitles.split(raw)) end
  end
  titles.own = #titles
  add(lists.of(record.alternative_titles))
  return titles
end

local function read(record)
  local titles = titles_of(record)
  local first = titles[1] or {}
  local season = tonumber(fields.text(record.season, " ")) or first.season
  local episode = tonumber(fields.text(record.episode, " ")) or first.episode
  local kind = filmfacts.kind(record.kind)
  if not kind or kind == "" then kind = first.kind or kind end
  local year, last_year = filmfacts.years(record.year)
  return {
    titles = titles, season = season, episode = episode,
    kind = episode and "episode" or season and "series" or kind,
    is_short = filmfacts.is_short(record.kind),
    year = year or first.year, last_year = last_year or first.year, is_print = first.is_print,
    runtime = filmfacts.minutes(record.runtime),
    directors = filmfacts.people(record.director), cast = filmfacts.people(record.cast),
    id = filmfacts.imdb(record.imdb_id),
    written = fields.text(record.title, " "),
  }
end

-- The years between two records; a series lasts for some. `is_whole` tells that the titles agree.
local function years_apart(a, b, is_whole)
  if not (a.year and b.year) then return nil end
  -- A later cut has the year in which it came out.
  local later = a.is_print and a.year > b.year or b.is_print and b.year > a.year
  if later and is_whole and a.is_print ~= b.is_print then return nil end
  local spans = a.year < a.last_year and b.year < b.last_year
  if spans or a.year == b.year then return math.abs(a.year - b.year) end
  return math.max(0, a.year - b.last_year, b.year - a.last_year)
end

-- The minutes between two lengths, and their share of the longer one; nil where one is not known.
local function minutes_apart(q, c)
  if not (q.runtime and c.runtime) then return nil end
  local minutes = math.abs(q.runtime - c.runtime)
  return minutes, minutes / math.max(q.runtime, c.runtime)
end

-- Whether year, length, director and cast leave no room for another film; only the titles differ.
local function only_titles_differ(pair)
  return pair.as_long and pair.directors == 1 and (pair.cast or 0) >= 0.9
end

-- The record with the year that ends its title, where the other is of that year: "The Matrix 1999".
local function dated(record, other)
  local title = record.titles[1]
  local year = title and tonumber(title.dated)
  local is_named = year and other.titles[1] and other.titles[1].full == title.full
  if record.year or not year or other.year ~= year or is_named then return record end
  local titles = titles_of({ title = title.undated })
  for place = 2, #record.titles do titles[place] = record.titles[place] end
  return changed(record, { titles = titles, year = year, last_year = year })
end

local function names_maker(record, maker)
  for _, person in ipairs(record.directors) do
    if person.key == maker then return true end
  end
  return false
end

-- Whether one title is the other behind the name of its director: "Ada Lune's Boats".
local function is_by_maker(a, b)
  local title, other = a.titles[1], b.titles[1]
  if not (title and other and title.made) then return false end
  -- "Boats (Lune)" for "Ada Lune's Boats".
  local cell = other.cell
  local is_named = cell and (" " .. title.maker):sub(-#cell[2] - 1) == " " .. cell[2]
  if is_named and cell[1] == title.made then return true end
  if title.made ~= other.full then return false end
  return names_maker(a, title.maker) or names_maker(b, title.maker)
end

local function is_article_apart(a, b)
  return a ~= nil and b ~= nil and a.full == b.full and (a.article == nil) ~= (b.article == nil)
end

local function compare(q, c)
  q, c = dated(q, c), dated(c, q)
  local pair = { same_id = q.id ~= nil and q.id == c.id }
  local part = 0
  if #q.titles > 0 and #c.titles > 0 then
    pair.title, pair.note, part = titlesets.likeness(q.titles, c.titles)
  else
    pair.title, pair.note = 0, "no title to compare"
  end
  pair.apart = years_apart(q, c, pair.title >= 0.9)
  pair.directors, pair.cast = filmfacts.compare_people(q, c, pair.title)
  pair.agree = pair.directors == 1 or pair.directors == nil and (pair.cast or 0) >= 0.9
  -- "The Boats" of one year and "Boats" of the next are two films as often as one.
  if pair.apart == 1 and not pair.agree and is_article_apart(q.titles[1], c.titles[1]) then
    pair.title = math.min(pair.title, article_apart)
  end
  pair.as_long = pair.apart == 0 and (minutes_apart(q, c) or 9) <= 1
  if part > pair.title and pair.agree then
    pair.title, pair.note = part, "part of the title"
  elseif is_by_maker(q, c) or is_by_maker(c, q) then
    -- Where the other names no maker, a film of that name by another one comes first.
    local is_known = #q.directors > 0 and #c.directors > 0 or q.titles[1].cell or c.titles[1].cell
    pair.title, pair.note = is_known and 0.97 or 0.93, "the same but for its maker"
  elseif pair.apart == 0 and pair.directors ~= 0 and q.is_short == c.is_short
    and titlesets.is_numbered(q.titles[1], c.titles[1]) then
    pair.title, pair.note = math.max(pair.title, numbered), "the part of that year"
  elseif pair.apart == 0 and pair.title < perhaps_numbered and pair.directors ~= 0
    and titlesets.may_be_numbered(q.titles, c.titles) then
    pair.title, pair.note = perhaps_numbered, "perhaps the part of that year"
  elseif pair.title == titlesets.in_doubt and pair.apart == 0 and pair.directors == 1 then
    pair.title, pair.note = bent, "another form of a word, but the year and the director agree"
  elseif only_titles_differ(pair) then
    if pair.title > 0 and pair.title < titlesets.contained then
      pair.title, pair.note = titlesets.contained, "spelled otherwise, but all else agrees"
    elseif pair.title == 0 and titlesets.strangers(q.titles[1], c.titles[1]) then
      pair.title, pair.note = title_floor, "another title, but all else agrees"
    end
  end
  return pair
end

-- Whether two candidates may be one film: two of one name and year are not when other people made
-- them, or when their lengths differ.
local function is_same_film(a, b)
  if a.id and b.id then return a.id == b.id end
  if filmfacts.shared(a.directors, b.directors) == 0 then return false end
  local minutes, share = minutes_apart(a, b)
  if minutes and share > 0.15 then return false end
  local ours, theirs = a.titles[1], b.titles[1]
  return ours ~= nil and theirs ~= nil and ours.joined == theirs.joined
    and a.year ~= nil and a.year == b.year and a.kind == b.kind
end

local function title_gate(_, _, pair)
  if pair.same_id or pair.title >= title_floor then return true end
  return false, ("another title: %s"):format(pair.note)
end

local function id_gate(q, c)
  if not (q.id and c.id) or q.id == c.id then return true end
  return false, ("%s, not %s"):format(c.id, q.id)
end

-- Whether a kind is one of those that exclude each other.
local function is_certain(kind) return kind and kind ~= "" and not kind:find("?", 1, true) end

-- Whether one is an episode of what may be the series of the other: a doubt.
local function is_episode_of(one, other)
  return one.kind == "episode" and other.kind == "series" and not other.episode
end

local function kind_gate(q, c)
  if not (is_certain(q.kind) and is_certain(c.kind)) or q.kind == c.kind then return true end
  if is_episode_of(q, c) or is_episode_of(c, q) then return true end
  return false, ("a %s, not a %s"):format(c.kind, q.kind)
end

local function episode_gate(q, c)
  for _, field in ipairs({ "season", "episode" }) do
    local ours, theirs = q[field], c[field]
    if ours and theirs and ours ~= theirs then
      return false, ("%s %g, not %g"):format(field, theirs, ours)
    end
  end
  return true
end

-- Whether one names a season, and the other is a series that began in that year or before.
local function is_season_of(one, other)
  return one.season ~= nil and other.season == nil and other.kind == "series"
    and one.year >= other.year
end

-- Remakes have the title of the first film. A year may differ by one, by three when a director or
-- two of the cast are the same, and by more when nothing but the year differs.
local function year_gate(q, c, pair)
  if pair.same_id or not pair.apart or pair.apart <= near_years then return true end
  if pair.agree and pair.apart <= far_years then return true end
  if is_season_of(q, c) or is_season_of(c, q) then return true end
  -- Shops of streams have the year in which they began to show it.
  local is_whole = pair.title >= 0.97 and pair.directors == 1 and (pair.cast or 0) >= 0.9
  local minutes = minutes_apart(q, c)
  if is_whole and (pair.apart <= 10 and (minutes or 0) <= 3 or (minutes or 9) <= 1) then
    return true
  end
  return false, ("%d years apart"):format(pair.apart)
end

local function people_gate(_, _, pair)
  if pair.same_id then return true end
  if pair.directors == 0 and (pair.cast or 0) == 0 and not (pair.as_long and pair.title == 1) then
    return false, "by another director"
  end
  if pair.cast == 0 and not pair.directors then return false, "with another cast" end
  return true
end

local function id_score(_, _, pair)
  if pair.same_id then return 1, "the same identifier" end
  return nil
end

local function year_score(_, _, pair)
  if not pair.apart then return nil end
  if pair.apart == 0 then return 1, "the same year" end
  -- Three years on a director may have made the sequel, which lists call by the first film's name.
  return pair.apart == 1 and 0.85 or pair.apart == 3 and 0.3 or 0.5,
    ("%d years apart"):format(pair.apart)
end

local function runtime_score(q, c)
  local apart, share = minutes_apart(q, c)
  if not apart then return nil end
  local note = ("%.0f and %.0f minutes"):format(q.runtime // 1, c.runtime // 1)
  if apart <= 3 or share <= 0.03 then return 1, note end
  return share <= 0.15 and 0.7 or 0.2, note
end

-- Kinds that a list of films does not mean where it names none.
local beside_films = { game = true, podcast = true, ["music video"] = true, person = true }

-- Whether a part of the title lacks, as in that of the next film with the people of the first:
-- "Boats 2" tells which part it is.
local function lacks_part(q, c, pair)
  if pair.title < 0.85 then return true end
  if pair.agree or pair.title >= 0.94 or not pair.note:find("part of the title", 1, true) then
    return false
  end
  return not (q.titles[1].full .. "\n" .. c.titles[1].full):find(" %d%d?%f[\n\0]")
end

-- Whether one is a series, and the other, of no kind, is as long as films are.
local function is_film_beside_series(one, other)
  return one.kind == "series" and other.kind == nil and (other.runtime or 0) >= 75
end

-- The reason to doubt what the other fields say, and how much.
local function contradiction(q, c, pair)
  if pair.same_id then
    local others = (pair.title < title_floor and 1 or 0) + (pair.directors == 0 and 1 or 0)
      + ((pair.apart or 0) > far_years and 1 or 0)
    return others > 1 and 1 or 0, "the same identifier, but another title, year or director"
  end
  local strange = q.kind and c.kind and q.kind ~= c.kind
    and (q.kind:match("^%?(.+)$") or c.kind:match("^%?(.+)$"))
  if strange then return 1, ("\"%s\" names a kind that is not known"):format(strange) end
  if pair.directors == 0 and (pair.cast or 0) == 0 then
    return 0.8, "by another director"
  end
  if not (q.season or c.season) and (is_episode_of(q, c) or is_episode_of(c, q)) then
    return 0.7, "an episode on one side"
  end
  if is_film_beside_series(q, c) or is_film_beside_series(c, q) then
    return 0.7, "perhaps a film, not the series"
  end
  if (q.kind == nil) ~= (c.kind == nil) and beside_films[q.kind or c.kind] then
    return 0.7, "perhaps no film"
  end
  -- Lists of films mean a short one less often.
  if q.is_short ~= c.is_short then return 0.4, "a short film on one side" end
  -- "Boats: The Long Pier" is an episode of the series of that name.
  if pair.title <= 0.8 and not pair.agree and (q.kind == "series" or c.kind == "series") then
    return 0.3, "perhaps an episode of the series"
  end
  local apart, share = minutes_apart(q, c)
  if lacks_part(q, c, pair) and (pair.apart or 0) > 0 and (apart or 9) > 2 then
    return 0.4, "a part of the title lacks, and the year is another"
  end
  if apart and share > 0.1 and not pair.agree then
    if (pair.apart or 0) > 0 then return 0.4, "another year and another length" end
    if share > 0.4 then return 0.7, "one is much longer" end
  end
  if pair.title >= 0.95 and #q.directors > 0 and #c.directors == 0 then
    return 0.12, "the director is not known"
  end
  return 0
end

local function season_score(q, c, pair)
  if not (q.season or c.season) then return nil end
  if q.season == c.season and q.episode == c.episode then return 1, "the same season" end
  -- Catalogues have a series once, under the year of its first season.
  local is_first = (q.season or c.season) == 1 and not (q.episode or c.episode)
  if is_first and pair.apart == 0 then return 0.9, "the first season of that year" end
  return 0, "a season or an episode on one side"
end

-- Whether a title alone says much: four words, or a number at the end.
local function is_telling(record)
  local title = record.titles[1]
  return #title.words > 3 or (tonumber(title.full:match(" (%d+)$")) or 0) > 1
end

-- Half a proof when only the title can be compared, and a little more when few share it.
local function alone_score(q, c, pair)
  local told = pair.apart or pair.directors or pair.cast or pair.same_id
    or runtime_score(q, c) == 1 or q.season and q.season == c.season
  if told then return nil end
  -- "Boats 2" says what the subtitle of "Boats 2: The Way Home" does.
  local least = q.titles[1] and q.titles[1].full:find(" %d+$") and 0.93 or 0.95
  local is_long = pair.title >= least and is_telling(q) and is_telling(c)
  return is_long and 0.7 or 0.5, "nothing but the title is known"
end

return {
  kind = "match",
  name = "films/standard",
  doc = "One of the titles; year, kind, episode and people must not contradict.",
  fields = {
    query = {
      "title", "original_title", "alternative_titles", "year", "kind", "season", "episode",
      "runtime", "director", "cast", "imdb_id",
    },
    candidate = {
      "title", "original_title", "alternative_titles", "year", "kind", "season", "episode",
      "runtime", "director", "cast", "imdb_id", "id",
    },
    aliases = {
      title = { "Name", "primaryTitle", "Film", "Movie", "Series" },
      original_title = { "original_name", "originalTitle" },
      alternative_titles = { "aka", "akas", "also_known_as" },
      year = { "release_date", "first_air_date", "startYear", "Released" },
      kind = { "Type", "media_type", "titleType" },
      runtime = { "runtimeMinutes", "Runtime (mins)", "Duration", "Length" },
      director = { "Directors", "Directed_by" },
      cast = { "Actors", "Stars", "Starring" },
      imdb_id = { "imdb", "tconst", "Const" },
    },
  },
  prepare = read,
  prepare_candidate = read,
  compare = compare,
  gates = {
    { name = "identifier", check = id_gate, doc = "Two identifiers are two works." },
    { name = "title", check = title_gate, doc = "One of the titles must agree." },
    { name = "kind", check = kind_gate, doc = "A film is not a series." },
    { name = "episode", check = episode_gate, doc = "The same season and episode." },
    { name = "year", check = year_gate, doc = "At most a year apart: remakes." },
    { name = "people", check = people_gate, doc = "A director or an actor in common." },
  },
  features = {
    { name = "identifier", weight = 5, score = id_score, doc = "The same identifier." },
    {
      name = "title", weight = 0.5, doc = "How alike the titles are.",
      score = function(_, _, pair)
        if pair.same_id then return nil end
        return pair.title, pair.note
      end,
    },
    { name = "year", weight = 0.2, score = year_score, doc = "Years apart." },
    {
      name = "director", weight = 0.15, doc = "The same director.",
      score = function(_, _, pair) return pair.directors end,
    },
    {
      name = "cast", weight = 0.15, doc = "The same actors.",
      score = function(_, _, pair) return pair.cast end,
    },
    { name = "runtime", weight = 0.08, score = runtime_score, doc = "Minutes." },
    { name = "season", weight = 0.25, score = season_score, doc = "Season and episode." },
    { name = "alone", weight = 0.25, score = alone_score, doc = "Titles alone are in doubt." },
    { name = "contradiction", penalty = 0.25, score = contradiction, doc = "Reasons to doubt." },
    exactness.feature("id"),
  },
  accept = 0.85,
  review = 0.6,
  margin = 0.03,
  calibration = calibrations.films,
  same_work = is_same_film,
  tie_order = { "id" },
}
