-- TMDB, version 3 of its interface: lists of films and series, genres, details. The token is the
-- setting tmdb.token, which the host sends to TMDB only and no script sees.

local failure = require("lib.failure")
local genres = require("lib.film_genres")
local keys = require("lib.doctor.keys")
local json_answers = require("lib.json_answers")
local titles = require("lib.film_titles")

local tmdb = {
  name = "tmdb", title = "TMDB", upstream = "tmdb", kind = "film",
  can = { film = { search = true, complete = true } },
}

local language = "en-US"
-- How long answers are good. Expired ones are shown, marked, when the network or TMDB fails.
local keep = { genres = "7d", grid = "5m", detail = "30m" }
-- What is asked for with the details of a kind, in the same request.
local appended = {
  movie = "release_dates,videos,credits", tv = "content_ratings,videos,credits",
}
-- The time of one question in seconds, with all that mix.http waits and tries.
local longest_wait = 300

--- The last page that TMDB gives of any list.
tmdb.last_page = 500

--- What its terms want to be shown.
tmdb.attribution =
  "This product uses the TMDB API but is not endorsed or certified by TMDB."
--- Where there is no room for that.
tmdb.short_attribution = "Data: TMDB"

local how_to_get_a_token = "a read access token is at https://www.themoviedb.org/settings/api; "
  .. "set it with the environment variable TMDB_TOKEN or with: mixhost config set tmdb.token TOKEN"

-- TMDB's own number of the refusal of a page that it does not give.
local no_such_page = 22

local function problem(kind, message, status, code)
  return failure.new(tmdb, kind, message, { status = status, code = code })
end

local function refusal(response, path)
  local status = response.status
  local body = mix.json.decode(response.body)
  body = type(body) == "table" and body or {}
  local said = type(body.status_message) == "string" and ": " .. body.status_message or ""
  if status == 401 then
    return problem("token", "TMDB does not accept the token; " .. how_to_get_a_token, status)
  elseif status == 403 then
    return problem("forbidden", "TMDB denies access with this token (HTTP 403)" .. said, status)
  elseif status == 404 then
    local is_title = path:find("^/movie/") or path:find("^/tv/")
    return problem("not_found", is_title and "TMDB has no such title"
      or ("TMDB has no list %s (HTTP 404)"):format(path) .. said, status)
  elseif status == 429 then
    return problem("rate", "TMDB wants fewer requests (HTTP 429); try again in a minute", status)
  end
  return problem(failure.kind_of_status(tmdb, status),
    ("TMDB: HTTP status %d%s"):format(status, said), status, body.status_code)
end

local function no_answer(err)
  if err.kind == "credentials" then
    return problem("token", "TMDB needs a token; " .. how_to_get_a_token)
  end
  local found = failure.of_request(tmdb, err)
  if err.kind == "paused" then
    found.kind, found.message = "rate", "TMDB wants fewer requests; try again in a minute"
  else
    found.message = "TMDB cannot be reached: " .. found.message
  end
  return found
end

local Service = {}
Service.__index = Service

-- The decoded answer and {cached, stale}, whether it was kept and has expired; nil and the error.
-- `check` says what is wrong with an answer that cannot be used.
local function ask(self, path, query, ttl, check)
  query.language = language
  local answer, response, err = json_answers.get(self.client, path,
    { query = query, ttl = ttl, timeout = longest_wait }, check)
  if answer then
    return answer, { cached = response.source ~= "live", stale = response.source == "stale" }
  end
  if not response then return nil, no_answer(err) end
  if err then return nil, problem(err.kind, "TMDB: " .. err.message) end
  return nil, refusal(response, path)
end

--- How long the service makes somebody wait, in seconds; nil when it does not.
function Service:waiting()
  for _, entry in ipairs(mix.http.waiting()) do
    if entry.url:find(self.base, 1, true) == 1 and entry.seconds then return entry.seconds end
  end
  return nil
end

local function no_genres(answer)
  return type(answer.genres) ~= "table" and "the answer has no genres" or nil
end

local function no_results(answer)
  return type(answer.results) ~= "table" and "the answer has no results" or nil
end

--- The genres of films and series as one list of {name, movie, tv}, and whether they are expired.
function Service:genres()
  local answers = mix.task.map({ "movie", "tv" }, function(kind)
    local answer, info = ask(self, ("/genre/%s/list"):format(kind), {}, keep.genres, no_genres)
    return { answer = answer, info = info }
  end)
  for _, said in ipairs(answers) do
    if not said.answer then return nil, said.info end
  end
  local films, series = answers[1], answers[2]
  return genres.merged(films.answer, series.answer), films.info.stale or series.info.stale
end

--- A page of films and series: of the list at `query.path` with the parameters `query.query`, whose
-- entries are of `query.type` where they do not say; the page `query.page`, 1 and more; of it at
-- most `query.limit`. Returns the films and {count, is_last, cached, stale}; nil and the error.
-- `count` is how many entries came, persons and nameless ones counted. Past TMDB's last page is
-- nothing.
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
  return items, info
end

--- Adds to a film {type, id} everything about it. Returns it and {cached, stale}; nil and the
-- error, of kind "not_found" when TMDB has no such title.
function Service:complete(found)
  local kind = found.type
  local answer, info = ask(self, ("/%s/%d"):format(kind, found.id),
    { append_to_response = appended[kind] }, keep.detail, function(answer)
      return not titles.item(answer, kind) and "the answer describes no title" or nil
    end)
  if not answer then return nil, info end
  found.genre_ids = nil
  for name, value in pairs(titles.detail(answer, kind)) do found[name] = value end
  return found, info
end

-- `token`: one that is not in the settings.
local function client(token)
  return {
    upstream = tmdb.upstream,
    bearer = not token and "tmdb.token" or nil,
    headers = token and { Authorization = "Bearer " .. token } or nil,
  }
end

--- Opens the service. `token`: one that is not in the settings.
function tmdb.open(options)
  return setmetatable({
    client = mix.http.client(client(options and options.token)),
    base = mix.http.service(tmdb.upstream).base,
  }, Service)
end

-- TMDB gives out two secrets side by side; only the longer one goes into the Authorization field.
local function judge_token(text)
  if keys.is_hex(text, 32) then
    return "is TMDB's API key of version 3 (32 hexadecimal digits); needed is its read access "
      .. "token of version 4, which begins with eyJ", "wrong"
  end
  if not keys.is_jwt(text) then
    return "does not look like TMDB's read access token of version 4, which begins with eyJ",
      "warning"
  end
end

--- See docs/doctor.md.
tmdb.checks = {
  {
    title = tmdb.title, upstream = tmdb.upstream, serves = { "trailers" },
    requires = { "tmdb.token" },
    key = {
      setting = "tmdb.token", judge = judge_token,
      get = "copy the API Read Access Token from https://www.themoviedb.org/settings/api, then: "
        .. "mixhost config set tmdb.token TOKEN",
    },
    client = client,
    question = function()
      return { path = "/genre/movie/list", query = { language = language } }
    end,
    shape = function(response) return json_answers.flaw(response, no_genres) end,
  },
}

return tmdb
