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

-- Episodes of newer series alone say how long they are.
local function episode(title, number, season, minutes)
  return {
    id = title.id * 100 + number, name = "Episode " .. number, overview = "",
    air_date = title.date, episode_number = number, season_number = season, runtime = minutes,
    show_id = title.id, still_path = null, production_code = "", episode_type = "finale",
    vote_average = title.facts.vote / 1000, vote_count = title.facts.votes,
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
  local stream = titles.digest(title.kind, title.index, 5)
  local minutes, seasons, has_come = 22 + stream:below(40), 1 + stream:below(6), is_out(title)
  all.episode_run_time = list({ has_come and stream:chance(80) and minutes or nil })
  all.number_of_seasons = has_come and seasons or 1
  all.number_of_episodes = has_come and seasons * 8 or 0
  all.last_episode_to_air = has_come and episode(title, 8, seasons, minutes) or null
  all.next_episode_to_air = title.index % 4 == 1 and episode(title, 9, seasons, null) or null
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
      air_date = has_come and title.date or null, episode_count = has_come and 8 or 0,
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
