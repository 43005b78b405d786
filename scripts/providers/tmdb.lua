-- TMDB, version 3 of its interface: lists of films and series, genres, details. The token is the
-- setting tmdb.token, which the host sends to TMDB only and no script sees.

local failure = require("lib.failure")
local genres = require("programs.trailers.lib.genres")
local keys = require("lib.doctor.keys")
local json_answers = require("lib.json_answers")
local titles = require("programs.trailers.lib.titles")

local tmdb = {}

local base = "https://api.themoviedb.org/3"
local language = "en-US"
local rate = "40/s"
local concurrency = 4
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
  return { kind = kind, message = message, status = status, code = code }
end

local function refusal(response, path)
  local status = response.status
  local body = mix.json.decode(response.body)
  body = type(body) == "table" and body or {}
  local said = type(body.status_message) == "string" and ": " .. body.status_message or ""
  if status == 401 then
    return problem("token", "TMDB does not accept the token; " .. how_to_get_a_token, status)
  elseif status == 403 then
    return problem("denied", "TMDB denies access with this token (HTTP 403)" .. said, status)
  elseif status == 404 then
    local is_title = path:find("^/movie/") or path:find("^/tv/")
    return problem("gone", is_title and "TMDB has no such title"
      or ("TMDB has no list %s (HTTP 404)"):format(path) .. said, status)
  elseif status == 429 then
    return problem("rate", "TMDB wants fewer requests (HTTP 429); try again in a minute", status)
  end
  return problem(status >= 500 and "server" or "answer",
    ("TMDB: HTTP status %d%s"):format(status, said), status, body.status_code)
end

local function no_answer(err)
  if err.kind == "credentials" then
    return problem("token", "TMDB needs a token; " .. how_to_get_a_token)
  end
  if err.kind == "paused" then
    return problem("rate", "TMDB wants fewer requests; try again in a minute")
  end
  local kind = failure.is_network(err) and "network" or err.kind
  return problem(kind, "TMDB cannot be reached: " .. failure.short(err))
end

local Service = {}
Service.__index = Service

-- The decoded answer and whether it is an expired one; nil and the problem. `check` says what is
-- wrong with an answer that cannot be used.
local function ask(self, path, query, ttl, check)
  query.language = language
  local answer, response, err = json_answers.get(self.client, path,
    { query = query, ttl = ttl, timeout = longest_wait }, check)
  if answer then return answer, response.source == "stale" end
  if not response then return nil, no_answer(err) end
  if err then return nil, problem("answer", "TMDB: " .. err.message) end
  return nil, refusal(response, path)
end

--- How long the service makes somebody wait, in seconds; nil when it does not.
function Service:waiting() -- luacheck: no self
  for _, entry in ipairs(mix.http.waiting()) do
    if entry.url:find(base, 1, true) == 1 and entry.seconds then return entry.seconds end
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
    local answer, stale = ask(self, ("/genre/%s/list"):format(kind), {}, keep.genres, no_genres)
    return { answer = answer, stale = stale }
  end)
  for _, said in ipairs(answers) do
    if not said.answer then return nil, said.stale end
  end
  local films, series = answers[1], answers[2]
  return genres.merged(films.answer, series.answer), films.stale or series.stale
end

--- A page of a list: {items, count, is_last, stale}. `request` is {path, query, kind}; `count` is
-- how many entries came, persons and nameless ones counted. Past TMDB's last page is nothing.
function Service:page(request, number)
  local nothing = { items = {}, count = 0, is_last = true, stale = false }
  if number > tmdb.last_page then return nothing end
  local query = { page = number }
  for name, value in pairs(request.query) do query[name] = value end
  local answer, stale = ask(self, request.path, query, keep.grid, no_results)
  if not answer and stale.code == no_such_page then return nothing end
  if not answer then return nil, stale end
  local items = {}
  for _, raw in ipairs(answer.results) do
    items[#items + 1] = titles.item(raw, request.kind)
  end
  -- The number of pages may change while they are read; the newest word counts.
  local pages = math.min(math.tointeger(answer.total_pages) or number, tmdb.last_page)
  return {
    items = items, count = #answer.results, stale = stale,
    is_last = number >= pages or #answer.results == 0,
  }
end

--- A film ("movie") or series ("tv") with everything about it, and whether that is expired; nil and
-- the problem, of kind "gone" when TMDB has no such title.
function Service:detail(kind, id)
  local answer, stale = ask(self, ("/%s/%d"):format(kind, id),
    { append_to_response = appended[kind] }, keep.detail, function(answer)
      return not titles.item(answer, kind) and "the answer describes no title" or nil
    end)
  if not answer then return nil, stale end
  return titles.detail(answer, kind), stale
end

-- `token`: one that is not in the settings.
local function client(token)
  return {
    base = base, name = "tmdb", rate = rate, concurrency = concurrency,
    bearer = not token and "tmdb.token" or nil,
    headers = token and { Authorization = "Bearer " .. token } or nil,
  }
end

--- Opens the service. `token`: one that is not in the settings.
function tmdb.open(options)
  return setmetatable({
    client = mix.http.client(client(options and options.token)),
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
    title = "TMDB", upstream = "tmdb", base = base, serves = { "trailers" },
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
