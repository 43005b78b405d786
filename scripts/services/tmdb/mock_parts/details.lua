-- A title of the mock with everything about it, and what was asked for in the same call.

local catalogue = require("lib.mock.catalogue")
local items = require("services.tmdb.mock_parts.items")
local phrases = require("lib.mock.phrases")
local titles = require("services.tmdb.mock_parts.titles")
local vocabulary = require("services.tmdb.mock_parts.vocabulary")

local null = mix.json.null

local details = {}

local first_imdb, first_tvdb = 1000000, 70000
-- Titles that came out before 2017 have lists of videos in the old form.
local old_form = 17167

local function list(values) return mix.json.array(values) end

local function is_out(title)
  local day = title.facts.day
  return day ~= nil and day <= titles.today
end

local parts = { movie = {}, tv = {} }

-- Adds a part to both kinds.
local function both(name, make) parts.movie[name], parts.tv[name] = make, make end

local function video(title, number, stream)
  local group = stream:pick(vocabulary.videos)
  local language = stream:chance(80) and "en" or title.language
  local day = (title.facts.day or titles.today) - 20 * number - stream:below(20)
  local made = {
    iso_639_1 = language, iso_3166_1 = language == "en" and "US" or "DE",
    name = stream:pick(group[2]), key = titles.letters(title, 10 + number, 11), type = group[1],
    site = stream:chance(6) and "Vimeo" or "YouTube", size = stream:pick(vocabulary.video_sizes),
    id = titles.hex(title, 40 + number, 24),
  }
  local is_official = stream:chance(70)
  if day >= old_form then
    made.official = is_official
    made.published_at = catalogue.date(math.min(day, titles.today)) .. "T16:00:07.000Z"
  end
  return made
end

-- Mostly YouTube's, official or not, in several languages; `include_video_language` selects.
both("videos", function(title, query)
  local stream = titles.digest(title.kind, title.index, 4)
  local wanted, results = query.include_video_language, list({})
  for number = 0, stream:chance(12) and -1 or stream:below(9) do
    local made = video(title, number, stream)
    local is_wanted = not wanted
      or ("," .. wanted .. ","):find("," .. made.iso_639_1 .. ",", 1, true)
    if is_wanted then results[#results + 1] = made end
  end
  return { results = results }
end)

local function imdb(title)
  return ("tt%d"):format(first_imdb + title.index * 2 + title.kind.number)
end

function parts.movie.external_ids(title)
  return {
    imdb_id = imdb(title), wikidata_id = null, facebook_id = null, instagram_id = null,
    twitter_id = null,
  }
end

function parts.tv.external_ids(title)
  local ids = parts.movie.external_ids(title)
  ids.tvdb_id = title.facts.day and first_tvdb + title.index or null
  ids.freebase_mid, ids.freebase_id, ids.tvrage_id = null, null, null
  return ids
end

both("translations", function(title)
  return { translations = list({ {
    iso_639_1 = "en", iso_3166_1 = "US", name = "English", english_name = "English",
    data = {
      [title.kind.title] = title.name, overview = items.english(title), homepage = "", tagline = "",
      runtime = title.kind == titles.movie and 0 or nil,
    },
  } }) }
end)

-- One title in three is known by other names.
local function other_names(title)
  if title.index % 3 ~= 0 then return list({}) end
  local short = title.name:gsub("^The ", "")
  return list({
    { iso_3166_1 = "DE", title = title.name .. " (deutsch)", type = "" },
    { iso_3166_1 = "US", title = short .. ": The Motion Picture", type = "working title" },
  })
end

function parts.movie.alternative_titles(title) return { titles = other_names(title) } end
function parts.tv.alternative_titles(title) return { results = other_names(title) } end

local function person(stream, department)
  local number = stream:below(#phrases.book_authors)
  local name = phrases.book_authors[number + 1]
  return {
    adult = false, gender = stream:below(3), id = 1000 + number, name = name, original_name = name,
    profile_path = null, known_for_department = department, popularity = number % 90 / 10,
  }
end

both("credits", function(title)
  local stream = titles.digest(title.kind, title.index, 6)
  local cast = list({})
  for order = 0, 2 + stream:below(6) do
    local actor = person(stream, "Acting")
    actor.order, actor.character = order, stream:pick(vocabulary.characters)
    actor.credit_id = titles.hex(title, 70 + order, 24)
    actor.cast_id = title.kind == titles.movie and order + 1 or nil
    cast[#cast + 1] = actor
  end
  local director = person(stream, "Directing")
  director.department, director.job = "Directing", "Director"
  director.credit_id = titles.hex(title, 69, 24)
  return { cast = cast, crew = list({ director }) }
end)

-- Of each country the releases by type: 1 is a premiere, 3 the cinemas, 4 digital, 5 on discs.
function parts.movie.release_dates(title)
  local function country(code, ...)
    local releases = list({})
    for _, release in ipairs({ ... }) do
      table.insert(releases, {
        type = release[1], certification = release[2], descriptors = list({}), iso_639_1 = "",
        note = "", release_date = title.date .. "T00:00:00.000Z",
      })
    end
    return { iso_3166_1 = code, release_dates = releases }
  end
  local results = list({ country("GB", { 3, "15" }, { 5, "15" }), country("DE", { 3, "12" }) })
  -- Some countries are missing.
  if title.index % 9 ~= 4 then
    results[3] = country("US", { 1, "" }, { 4, title.facts.certification or "" }, { 3, "" })
  end
  return { results = results }
end

function parts.tv.content_ratings(title)
  local results, own = list({}), title.facts.certification
  for _, rating in ipairs({ { "US", own }, { "GB", "15" }, { "DE", "12" } }) do
    if rating[2] then
      table.insert(results, { iso_3166_1 = rating[1], rating = rating[2], descriptors = list({}) })
    end
  end
  return { results = results }
end

--- Returns a part that has an address of its own, too; nil for unknown names.
function details.part(title, name, query)
  local make = parts[title.kind.name][name]
  return make and make(title, query)
end

local episodes_of_season, week = 8, 7

-- A season has an episode a week, the last one on the day of the title; one in four series
-- continues in a few days. Episodes of newer series alone say how long they are.
local function episode(title, number, season, minutes)
  local day = title.facts.day
  local is_next = number > episodes_of_season
  if day and is_next then day = math.max(day, titles.today) + 2 + title.index % 20 end
  if day and not is_next then day = day - week * (episodes_of_season - number) end
  return {
    id = title.id * 1000 + season * 20 + number, name = "Episode " .. number, overview = "",
    air_date = day and catalogue.date(day) or title.date, episode_number = number,
    season_number = season, runtime = minutes,
    show_id = title.id, still_path = null, production_code = "",
    episode_type = number < episodes_of_season and "standard" or "finale",
    vote_average = title.facts.vote / 1000, vote_count = title.facts.votes,
  }
end

-- How many seasons a series has, and how many minutes an episode.
local function extent(title)
  local stream = titles.digest(title.kind, title.index, 5)
  local minutes, seasons = 22 + stream:below(40), 1 + stream:below(6)
  return is_out(title) and seasons or 1, minutes, stream
end

local function has_next(title) return title.index % 4 == 1 end

--- Returns a season with its episodes; nil for one that the series does not have.
function details.season(title, number)
  local seasons, minutes = extent(title)
  if not number or number < 1 or number > seasons then return nil end
  local episodes = list({})
  for place = 1, is_out(title) and episodes_of_season or 0 do
    episodes[place] = episode(title, place, number, minutes)
    episodes[place].crew, episodes[place].guest_stars = list({}), list({})
  end
  if number == seasons and has_next(title) then
    local next_one = episode(title, episodes_of_season + 1, number, null)
    next_one.crew, next_one.guest_stars = list({}), list({})
    episodes[#episodes + 1] = next_one
  end
  return {
    _id = titles.hex(title, 90 + number, 24), id = title.id * 10 + number, overview = "",
    name = "Season " .. number, season_number = number, poster_path = null, vote_average = 0,
    air_date = episodes[1] and episodes[1].air_date or null, episodes = episodes,
  }
end

-- A company, or the network of a series.
local function company(title)
  local number = title.index % 7
  return {
    id = 40 + number, name = "Channel " .. number + 1, logo_path = null, origin_country = "US",
  }
end

local function add_series(all, title)
  local seasons, minutes, stream = extent(title)
  local has_come = is_out(title)
  all.episode_run_time = list({ has_come and stream:chance(80) and minutes or nil })
  all.number_of_seasons = seasons
  all.number_of_episodes = has_come and seasons * episodes_of_season or 0
  all.last_episode_to_air = has_come
    and episode(title, episodes_of_season, seasons, minutes) or null
  all.next_episode_to_air = has_next(title)
    and episode(title, episodes_of_season + 1, seasons, null) or null
  all.last_air_date = has_come and title.date or null
  all.status = has_come and "Returning Series" or "In Production"
  local creator = person(stream, "Writing")
  all.created_by = list({ title.index % 2 == 0 and {
    id = creator.id, name = creator.name, original_name = creator.name, gender = creator.gender,
    profile_path = null, credit_id = titles.hex(title, 68, 24),
  } or nil })
  all.networks, all.seasons = list({ company(title) }), list({})
  for number = 1, all.number_of_seasons do
    all.seasons[number] = {
      id = title.id * 10 + number, name = "Season " .. number, overview = "", poster_path = null,
      air_date = has_come and title.date or null,
      episode_count = has_come and episodes_of_season or 0,
      season_number = number, vote_average = 0,
    }
  end
  all.in_production, all.languages, all.type = true, list({ title.language }), "Scripted"
end

local function add_film(all, title)
  local stream = titles.digest(title.kind, title.index, 5)
  local minutes = is_out(title) and 78 + stream:below(90) or 0
  all.runtime = title.facts.day and minutes or null
  all.status = is_out(title) and "Released" or "Post Production"
  all.imdb_id, all.belongs_to_collection = title.facts.day and imdb(title) or null, null
  if title.index % 5 == 2 then all.homepage = null end
  all.budget, all.revenue = 0, 0
end

--- Returns a title with everything. `appended`: the names of parts; unknown ones are skipped.
function details.all(title, appended, query)
  local all = items.base(title, query)
  all.genres = list({})
  for place, genre in ipairs(title.genres) do all.genres[place] = items.genre(genre, query) end
  all.homepage, all.tagline = "", ""
  all.origin_country = list({ "US" })
  all.production_companies = list({ company(title) })
  all.production_countries = list({ { iso_3166_1 = "US", name = "United States of America" } })
  all.spoken_languages = list({ { iso_639_1 = "en", english_name = "English", name = "English" } })
  local add = title.kind == titles.tv and add_series or add_film
  add(all, title)
  for _, name in ipairs(appended) do all[name] = details.part(title, name, query) end
  return all
end

--- Returns the kind and place of the title that another service knows by an identifier.
function details.place(id, source)
  local kind, index
  local number = math.tointeger(tonumber(id:match(source == "imdb_id" and "^tt(%d+)$" or "^%d+$")))
  if number and source == "imdb_id" and number >= first_imdb then
    kind, index = titles.kinds[number % 2 + 1], (number - first_imdb) // 2
  elseif number and source == "tvdb_id" and number >= first_tvdb then
    kind, index = titles.tv, number - first_tvdb
  end
  if index and index < titles.size then return kind, index end
end

return details
