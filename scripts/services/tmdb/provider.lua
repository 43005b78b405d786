-- TMDB, version 3 of its API: lists of films and series, genres, details. The token is the setting
-- tmdb.token, which the host sends only to TMDB and no script sees.

local changed = require("lib.changed")
local genres = require("lib.film_genres")
local key_forms = require("lib.key_forms")
local json_answers = require("lib.json_answers")
local releases = require("services.tmdb.releases")
local requests = require("services.tmdb.requests")
local titles = require("services.tmdb.titles")

local tmdb = {
  name = "tmdb", title = "TMDB", upstream = "tmdb", kind = "film",
  can = { film = { search = true, complete = true } },
}

-- How long answers are fresh. Expired ones are shown, marked, when the network or TMDB fails.
local keep = { genres = "7d", grid = "5m", detail = "30m", ids = "7d" }
-- The parts that the request for details of a kind includes.
local appended = {
  movie = "release_dates,videos,credits,external_ids,alternative_titles",
  tv = "content_ratings,videos,credits,external_ids,alternative_titles",
}
-- TMDB returns videos of the named languages only: the user's, and languages in which films are
-- made.
local video_languages = "en,null,ar,bn,cn,cs,da,de,el,es,fa,fi,fr,he,hi,hu,id,it,ja,ko,ml,nl,no,pl,"
  .. "pt,ro,ru,sv,ta,te,th,tr,uk,vi,zh"
--- The last page of any list that TMDB returns.
tmdb.last_page = 500

--- The notice that TMDB's terms require.
tmdb.attribution =
  "This product uses the TMDB API but is not endorsed or certified by TMDB."
--- A shorter notice for narrow places.
tmdb.short_attribution = "Data: TMDB"

-- TMDB's error number for a page beyond the last one.
local no_such_page = 22

local ask = requests.of(tmdb)

local Service = {}
Service.__index = Service

--- Returns how long the service makes requests wait, in seconds, and until when; nil when it does
--- not.
function Service:waiting()
  for _, entry in ipairs(mix.http.waiting()) do
    if entry.url:find(self.base, 1, true) == 1 and entry.seconds then
      return entry.seconds, mix.time.now() + entry.seconds
    end
  end
  return nil
end

local no_genres, no_results = json_answers.has("genres"), json_answers.has("results")

-- Returns the two answers about genres in a language; nil and the error.
local function genre_lists(self, language)
  local service = self:in_language(language)
  local answers = mix.task.map({ "movie", "tv" }, function(kind)
    local answer, info = ask(service, ("/genre/%s/list"):format(kind), {}, keep.genres, no_genres)
    return { answer = answer, info = info }
  end)
  for _, said in ipairs(answers) do
    if not said.answer then return nil, said.info end
  end
  local films, series = answers[1], answers[2]
  return { films.answer, series.answer }, films.info.stale or series.info.stale
end

--- Returns the genres of films and series as one list of {name, english, movie, tv}, and whether
--- they have expired. `english` is set when the names are in another language, because users know
--- both.
function Service:genres()
  local own, stale = genre_lists(self, self.language)
  if not own then return nil, stale end
  if self:is_english() then return genres.merged(own[1], own[2]), stale end
  return genres.merged(own[1], own[2], genre_lists(self, "en-US")), stale
end

-- Of all kinds; where that has nothing, films of the year.
local function by_title(self, query)
  local found, info = self:search({
    path = "/search/multi", query = { query = query.title, include_adult = "false" },
    limit = query.limit,
  })
  if not found or #found > 0 or not query.year then return found, info end
  return self:search({
    path = "/search/movie", query = { query = query.title, primary_release_year = query.year },
    type = "movie", limit = query.limit,
  })
end

--- Searches films and series by `query.title`, where there is one, and `query.year`. Else requests
--- a page of them: of the list at `query.path` with the parameters
--- `query.query`; `query.type` is the kind of entries that do not name theirs; `query.page` the
--- page, from 1; `query.limit` the most results. Returns the films and {count, is_last, total,
--- is_capped, cached, stale}; nil and the error. `count` is the number of entries that came,
--- including persons and nameless ones; `total` the number that TMDB has; `is_capped` whether it
--- returns only some of them. Past TMDB's last page there are none.
function Service:search(query)
  if query.title then return by_title(self, query) end
  local number = query.page or 1
  local nothing = { count = 0, is_last = true, cached = true, stale = false }
  if number > tmdb.last_page then return {}, nothing end
  local parameters = changed({ page = number }, query.query)
  local answer, info = ask(self, query.path, parameters, keep.grid, no_results)
  if not answer and info.code == no_such_page and number > 1 then return {}, nothing end
  if not answer then return nil, info end
  local items = {}
  for _, raw in ipairs(answer.results) do
    if #items < (query.limit or math.huge) then items[#items + 1] = titles.item(raw, query.type) end
  end
  -- The number of pages may change while they are read; the latest one counts.
  local pages = math.min(math.tointeger(answer.total_pages) or number, tmdb.last_page)
  info.count = #answer.results
  info.is_last = number >= pages or #answer.results == 0
  info.total = math.tointeger(answer.total_results)
  -- TMDB reports 500 or more pages for a list of which it returns only 500.
  info.is_capped = (math.tointeger(answer.total_pages) or 0) >= tmdb.last_page
  return items, info
end

--- Finds a film or series by another service's identifier: `source` is "imdb" or "tvdb". Returns
--- the items, none or one, and {cached, stale}; nil and the error.
function Service:find(source, id)
  local answer, info = ask(self, "/find/" .. id, { external_source = source .. "_id" }, keep.detail,
    function(answer)
      local has_lists = type(answer.movie_results) == "table" and type(answer.tv_results) == "table"
      return not has_lists and "the answer has no results" or nil
    end)
  if not answer then return nil, info end
  local items = {}
  for _, kind in ipairs({ "movie", "tv" }) do
    for _, raw in ipairs(answer[kind .. "_results"]) do
      items[#items + 1] = titles.item(raw, kind)
    end
  end
  return items, info
end

--- Returns other services' identifiers of a film {type, id}: {imdb, tvdb}, as far as known; nil and
--- the error.
function Service:ids(item)
  local answer, info = ask(self, ("/%s/%d/external_ids"):format(item.type, item.id), {}, keep.ids)
  if not answer then return nil, info end
  return titles.ids(answer)
end

--- Returns a film's {type, id, title} other titles; nil and the error.
function Service:alternative_titles(item)
  local answer, info = ask(self, ("/%s/%d/alternative_titles"):format(item.type, item.id), {},
    keep.ids)
  if not answer then return nil, info end
  return titles.alternatives(answer, item.title)
end

-- Adds the English description, where no translation exists.
local function with_english(detail, answer)
  local list = type(answer.translations) == "table" and answer.translations.translations
  if detail.overview then return end
  for _, entry in ipairs(type(list) == "table" and list or {}) do
    local data = type(entry) == "table" and entry.iso_639_1 == "en" and entry.data
    local text = type(data) == "table" and data.overview
    if type(text) == "string" and text:find("%S") then
      detail.overview = text
      return
    end
  end
end

-- TMDB's answer about a title {type, id}, with all parts.
local function whole(self, found)
  local kind = found.type
  local parts = appended[kind] .. (self:is_english() and "" or ",translations")
  return ask(self, ("/%s/%d"):format(kind, found.id),
    { append_to_response = parts, include_video_language = self.video_languages }, keep.detail,
    function(answer)
      return not titles.item(answer, kind) and "the answer describes no title" or nil
    end)
end

--- Adds all details to a film {type, id}. Returns it and {cached, stale}; nil and the error, of
--- kind "not_found" when TMDB has no such title.
function Service:complete(found)
  local kind = found.type
  local answer, info = whole(self, found)
  if not answer then return nil, info end
  found.genre_ids = nil
  for name, value in pairs(titles.detail(answer, kind, self.region)) do found[name] = value end
  with_english(found, answer)
  return found, info
end

--- Returns when a title {type, id} comes out: {title, overview, releases (services.tmdb.releases)},
--- those of a film in the region, those of a series by episode; nil and the error.
function Service:releases(found)
  local answer, info = whole(self, found)
  if not answer then return nil, info end
  local item = titles.item(answer, found.type)
  local list = found.type == "movie" and releases.of_film(answer, self.region)
  if not list then
    list, info = releases.of_series(answer, function(number)
      return ask(self, ("/tv/%d/season/%d"):format(found.id, number), {}, keep.detail)
    end)
  end
  if not list then return nil, info end
  return { title = item.title, overview = item.overview, releases = list }
end

--- Whether titles are in English.
function Service:is_english() return self.language:sub(1, 2) == "en" end

-- The same service with other members.
local function like(self, members) return setmetatable(changed(self, members), Service) end

--- Returns the same service in a language such as "de" or "de-AT".
function Service:in_language(language)
  if language == self.language then return self end
  return like(self, { language = language })
end

--- Returns the same service, which answers from the cache only. Its `oldest` is the age in seconds
--- of the oldest expired answer so far.
function Service:kept() return like(self, { is_kept = true, oldest = 0 }) end

-- `token`: a token other than that of the settings.
local function client()
  return { upstream = tmdb.upstream, bearer = "tmdb.token", key_parameter = "api_key" }
end

-- The languages of videos, the user's own first.
local function languages_of_videos(language)
  local own = language:sub(1, 2)
  return (("," .. video_languages .. ","):find("," .. own .. ",", 1, true) and "" or own .. ",")
    .. video_languages
end

--- Opens the service. `language` and `region`: replace those of the settings.
function tmdb.open(options)
  options = options or {}
  local language = options.language or mix.env.setting("tmdb.language") or "en-US"
  return setmetatable({
    client = mix.http.client(client()),
    base = mix.http.service(tmdb.upstream).base,
    language = language, region = options.region or mix.env.setting("tmdb.region") or "US",
    video_languages = languages_of_videos(language), is_kept = false, oldest = 0,
    rests_until = 0,
  }, Service)
end

-- TMDB shows two secrets side by side, and accepts either.
local function judge_token(text)
  if text:find("^AIza[%w_-]+$") then
    return "is an API key of Google (it begins with AIza); needed is TMDB's read access token, "
      .. "which begins with eyJ, or its API key of 32 hexadecimal digits", "wrong"
  end
  if not key_forms.is_hex(text, 32) and not key_forms.is_jwt(text) then
    return "does not look like TMDB's read access token, which begins with eyJ, nor like its API "
      .. "key of 32 hexadecimal digits", "warning"
  end
end

--- The doctor's checks; see docs/doctor.md.
tmdb.checks = { {
  title = tmdb.title, upstream = tmdb.upstream, serves = { "trailers" },
  requires = { "tmdb.token" },
  key = {
    setting = "tmdb.token", judge = judge_token,
    get = "copy the API Read Access Token or the API Key from "
      .. "https://www.themoviedb.org/settings/api, then: mixhost config set tmdb.token TOKEN",
  },
  client = client,
  question = function() return { path = "/genre/movie/list", query = { language = "en-US" } } end,
  shape = function(response) return json_answers.flaw(response, no_genres) end,
} }

return tmdb
