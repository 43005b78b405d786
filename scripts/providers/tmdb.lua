-- TMDB, version 3 of its interface: lists of films and series, genres, details. The token is the
-- setting tmdb.token, which the host sends to TMDB only and no script sees.

local genres = require("lib.film_genres")
local key_forms = require("lib.key_forms")
local json_answers = require("lib.json_answers")
local requests = require("providers.tmdb.requests")
local titles = require("providers.tmdb.titles")

local tmdb = {
  name = "tmdb", title = "TMDB", upstream = "tmdb", kind = "film",
  can = { film = { search = true, complete = true } },
}

-- How long answers are good. Expired ones are shown, marked, when the network or TMDB fails.
local keep = { genres = "7d", grid = "5m", detail = "30m", ids = "7d" }
-- The parts asked for with the details of a kind, in the same request.
local appended = {
  movie = "release_dates,videos,credits,external_ids",
  tv = "content_ratings,videos,credits,external_ids",
}
-- TMDB gives the videos of the languages that are named: the user's, and what films are made in.
local video_languages = "en,null,ar,bn,cn,cs,da,de,el,es,fa,fi,fr,he,hi,hu,id,it,ja,ko,ml,nl,no,pl,"
  .. "pt,ro,ru,sv,ta,te,th,tr,uk,vi,zh"
--- The last page that TMDB gives of any list.
tmdb.last_page = 500

--- The notice that its terms require.
tmdb.attribution =
  "This product uses the TMDB API but is not endorsed or certified by TMDB."
--- A shorter one for little room.
tmdb.short_attribution = "Data: TMDB"

-- TMDB's own number of the refusal of a page that it does not give.
local no_such_page = 22

local ask = requests.of(tmdb)

local Service = {}
Service.__index = Service

--- How long the service makes somebody wait, in seconds, and until when; nil when it does not.
function Service:waiting()
  for _, entry in ipairs(mix.http.waiting()) do
    if entry.url:find(self.base, 1, true) == 1 and entry.seconds then
      return entry.seconds, mix.time.now() + entry.seconds
    end
  end
  return nil
end

local function no_genres(answer)
  return type(answer.genres) ~= "table" and "the answer has no genres" or nil
end

local function no_results(answer)
  return type(answer.results) ~= "table" and "the answer has no results" or nil
end

-- The two answers about genres in a language; nil and the error.
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

--- The genres of films and series as one list of {name, english, movie, tv}, and whether they are
-- expired. `english` is there where the names are in another language: people know both.
function Service:genres()
  local own, stale = genre_lists(self, self.language)
  if not own then return nil, stale end
  if self:is_english() then return genres.merged(own[1], own[2]), stale end
  return genres.merged(own[1], own[2], genre_lists(self, "en-US")), stale
end

--- A page of films and series: of the list at `query.path` with the parameters `query.query`, whose
-- entries are of `query.type` where they do not say; the page `query.page`, 1 and more; of it at
-- most `query.limit`. Returns the films and {count, is_last, total, is_capped, cached, stale}; nil
-- and the error. `count` is how many entries came, persons and nameless ones counted; `total` how
-- many TMDB has, `is_capped` whether it gives not all of them. Past TMDB's last page is nothing.
function Service:search(query)
  local number = query.page or 1
  local nothing = { count = 0, is_last = true, cached = true, stale = false }
  if number > tmdb.last_page then return {}, nothing end
  local parameters = { page = number }
  for name, value in pairs(query.query) do parameters[name] = value end
  local answer, info = ask(self, query.path, parameters, keep.grid, no_results)
  if not answer and info.code == no_such_page then return {}, nothing end
  if not answer then return nil, info end
  local items = {}
  for _, raw in ipairs(answer.results) do
    if #items < (query.limit or math.huge) then items[#items + 1] = titles.item(raw, query.type) end
  end
  -- The number of pages may change while they are read; the newest word counts.
  local pages = math.min(math.tointeger(answer.total_pages) or number, tmdb.last_page)
  info.count = #answer.results
  info.is_last = number >= pages or #answer.results == 0
  info.total = math.tointeger(answer.total_results)
  -- TMDB says 500, or more, of a list that it gives no more of.
  info.is_capped = (math.tointeger(answer.total_pages) or 0) >= tmdb.last_page
  return items, info
end

--- The film or series that another service calls so: `source` is "imdb" or "tvdb". Returns the
-- items, none or one, and {cached, stale}; nil and the error.
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

--- Other services' identifiers of a film {type, id}: {imdb, tvdb}, as far as known; nil and the
-- error.
function Service:ids(item)
  local answer, info = ask(self, ("/%s/%d/external_ids"):format(item.type, item.id), {}, keep.ids)
  if not answer then return nil, info end
  return titles.ids(answer)
end

-- The English description, where nobody has translated it.
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

--- Adds to a film {type, id} everything about it. Returns it and {cached, stale}; nil and the
-- error, of kind "not_found" when TMDB has no such title.
function Service:complete(found)
  local kind = found.type
  local parts = appended[kind] .. (self:is_english() and "" or ",translations")
  local answer, info = ask(self, ("/%s/%d"):format(kind, found.id),
    { append_to_response = parts, include_video_language = self.video_languages }, keep.detail,
    function(answer)
      return not titles.item(answer, kind) and "the answer describes no title" or nil
    end)
  if not answer then return nil, info end
  found.genre_ids = nil
  for name, value in pairs(titles.detail(answer, kind, self.region)) do found[name] = value end
  with_english(found, answer)
  return found, info
end

--- Whether titles are in English.
function Service:is_english() return self.language:sub(1, 2) == "en" end

-- The same service with other members.
local function like(self, members)
  local copy = {}
  for name, value in pairs(self) do copy[name] = value end
  for name, value in pairs(members) do copy[name] = value end
  return setmetatable(copy, Service)
end

--- The same service in a language such as "de" or "de-AT".
function Service:in_language(language)
  if language == self.language then return self end
  return like(self, { language = language })
end

--- The same service that answers from what is kept and asks nobody. `oldest` of it is the age in
-- seconds of the oldest expired answer that it has given.
function Service:kept() return like(self, { is_kept = true, oldest = 0 }) end

-- `token`: one that is not in the settings.
local function client(token)
  return {
    upstream = tmdb.upstream,
    bearer = not token and "tmdb.token" or nil,
    key_parameter = not token and "api_key" or nil,
    headers = token and { Authorization = "Bearer " .. token } or nil,
  }
end

-- The languages of videos, the user's own first.
local function languages_of_videos(language)
  local own = language:sub(1, 2)
  return (("," .. video_languages .. ","):find("," .. own .. ",", 1, true) and "" or own .. ",")
    .. video_languages
end

--- Opens the service. `token`: one that is not in the settings; `language` and `region`: others
-- than those of the settings.
function tmdb.open(options)
  options = options or {}
  local language = options.language or mix.env.setting("tmdb.language") or "en-US"
  return setmetatable({
    client = mix.http.client(client(options.token)),
    base = mix.http.service(tmdb.upstream).base,
    language = language, region = options.region or mix.env.setting("tmdb.region") or "US",
    video_languages = languages_of_videos(language), is_kept = false, oldest = 0,
    rests_until = 0,
  }, Service)
end

-- TMDB gives out two secrets side by side, and takes either.
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

--- See docs/doctor.md.
tmdb.checks = {
  {
    title = tmdb.title, upstream = tmdb.upstream, serves = { "trailers" },
    requires = { "tmdb.token" },
    key = {
      setting = "tmdb.token", judge = judge_token,
      get = "copy the API Read Access Token or the API Key from "
        .. "https://www.themoviedb.org/settings/api, then: mixhost config set tmdb.token TOKEN",
    },
    client = client,
    question = function()
      return { path = "/genre/movie/list", query = { language = "en-US" } }
    end,
    shape = function(response) return json_answers.flaw(response, no_genres) end,
  },
}

return tmdb
