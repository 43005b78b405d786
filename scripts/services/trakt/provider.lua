-- Trakt, version 2 of its API: films and series. The client id of the user's own app is the setting
-- trakt.client_id, which the host sends only to Trakt and no script sees.
--
--   local service = require("services.trakt.provider").open()
--   for _, film in ipairs(service:search({ title = "Dune", year = 2021 })) do print(film.key) end

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local key_forms = require("lib.key_forms")
local titles = require("services.trakt.titles")

local trakt = {
  name = "trakt", title = "Trakt", upstream = "trakt", kind = "film",
  can = { film = { search = true, complete = true } },
}

local wanted = 10
local ttl = "7d"
local key_setting = "trakt.client_id"
local how_to_get_a_key = "make an app at https://trakt.tv/oauth/applications and copy its client "
  .. "id, then: mixhost config set trakt.client_id ID"
-- A longer pause must be a mistake.
local longest_pause = 86400

-- What statuses mean of which the number alone says too little: kind, class, words.
local refusals = {
  [401] = { "token", "lasting", "wants somebody signed in" },
  [403] = { "token", "lasting", "refuses the client id, or its app; " .. how_to_get_a_key },
  [412] = { "http", "lasting", "misses a header that it requires" },
  [420] = { "http", "lasting", "says that a limit of the account is reached" },
  [423] = { "forbidden", "lasting", "has locked the account; its support unlocks it" },
  [426] = { "forbidden", "lasting", "keeps this for paying members (VIP)" },
}

-- The moment until which Retry-After asks to wait; nil without one.
local function end_of_pause(response)
  local seconds = tonumber(response.headers["retry-after"] or "")
  return seconds and seconds >= 0 and seconds <= longest_pause and mix.time.now() + seconds or nil
end

-- Cloudflare stands in front of Trakt: it knows no client id, and refuses addresses with a page.
local function of_gateway(response)
  local status, pause = response.status, end_of_pause(response)
  local text = ("Cloudflare in front of Trakt refuses the request (HTTP status %d): try again "
    .. "later, or from another network"):format(status)
  local is_limit = status == 429 or pause ~= nil
  return failure.new(trakt, is_limit and "rate" or "forbidden", text, {
    status = status, ["until"] = pause, class = is_limit and "limit" or "lasting",
  })
end

-- Trakt's own words on a refusal, where it has any.
local function said_in(response)
  local body = mix.json.decode(response.body)
  local words = type(body) == "table" and (body.error_description or body.error or body.message)
  return type(words) == "string" and words:find("%S") and words or nil
end

local function refusal(response)
  local status = response.status
  if json_answers.is_page(response) and (status == 403 or status == 429) then
    return of_gateway(response)
  end
  local said, known = said_in(response), refusals[status]
  if known then
    return failure.new(trakt, known[1], ("Trakt %s (HTTP status %d)%s"):format(known[3], status,
      said and ": " .. said or ""), { status = status, class = known[2] })
  end
  local err = failure.of_status(trakt, status, said)
  err["until"] = status == 429 and end_of_pause(response) or nil
  return err
end

-- Returns the answer and {cached}; nil and the error.
local function ask(self, path, query, check)
  local answer, response, err = json_answers.get(self.client, path,
    { query = query, ttl = ttl, timeout = self.patience }, check)
  if answer then return answer, { cached = response.source ~= "live" } end
  if not response then return nil, failure.of_request(trakt, err) end
  if err then return nil, failure.new(trakt, err.kind, "Trakt: " .. err.message) end
  return nil, refusal(response)
end

local function no_list(answer)
  return not mix.json.is_array(answer) and "the answer is not a list" or nil
end

local function no_people(answer)
  local is_wrong = mix.json.is_array(answer) or answer.cast == nil and answer.crew == nil
  return is_wrong and "the answer names no people" or nil
end

-- The search engine reads signs and some words as operators: a title is words alone.
local function plain(title)
  local escaped = title:gsub("[%+%-&|!%(%){}%[%]%^\"~%*%?:/\\]", "\\%0")
  return (escaped:gsub("%a+", { AND = "and", OR = "or", NOT = "not" }))
end

-- One search: results of `answer` that are not yet in `found` and `seen` are added.
local function add(found, seen, answer, limit)
  for _, entry in ipairs(answer) do
    local item = titles.item(entry)
    if item and not seen[item.key] and #found < limit then
      seen[item.key] = true
      found[#found + 1] = item
    end
  end
end

-- Whether one of the results has just this title, and the year or the one beside it.
local function has_title(found, title, year)
  local wanted_title = mix.text.normalize(title)
  for _, item in ipairs(found) do
    local is_near = not (year and item.year) or math.abs(item.year - year) <= 1
    if is_near and mix.text.normalize(item.title) == wanted_title then return true end
  end
  return false
end

local Service = {}
Service.__index = Service

--- Searches films and series by `query.title` and `query.year`. The broad search misses some
--- titles that are a common word: where it gives none of just this title, Trakt's exact search is
--- asked as well, and its results come first. Returns films, at most `query.limit`, and {cached};
--- nil and the error.
function Service:search(query)
  if not query.title:find("%S") then return {}, { cached = true } end
  local limit, year = query.limit or wanted, math.tointeger(tonumber(query.year))
  local parameters = {
    query = plain(query.title), limit = limit, extended = "full",
    fields = "title,original_title,translations,aliases",
    -- Services differ by a year where a festival showed a film first.
    years = year and ("%d-%d"):format(year - 1, year + 1) or nil,
  }
  local answer, info = ask(self, "/search/movie,show", parameters, no_list)
  if answer and #answer == 0 and year then
    parameters.years = nil
    answer, info = ask(self, "/search/movie,show", parameters, no_list)
  end
  if not answer then return nil, info end
  local broad, found, seen = {}, {}, {}
  add(broad, {}, answer, limit)
  if not has_title(broad, query.title, year) then
    local exact, about = ask(self, "/search/movie,show/exact",
      { query = query.title, limit = limit, extended = "full" }, no_list)
    if not exact and not failure.is_of_question(about) then return nil, about end
    add(found, seen, exact or {}, limit)
    info.cached = info.cached and about.cached == true
  end
  add(found, seen, answer, limit)
  return found, info
end

local function page_of(item, part)
  return ("/%s/%d/%s"):format(item.type == "tv" and "shows" or "movies", item.id, part)
end

--- Adds `cast` and `directors` to a film {type, id}. Returns it and {cached}; nil and the error.
function Service:complete(found)
  local answer, info = ask(self, page_of(found, "people"), nil, no_people)
  if not answer then return nil, info end
  found.cast, found.directors = titles.people(answer, found.type)
  return found, info
end

--- Returns a film's {type, id, title} other titles; nil and the error.
function Service:alternative_titles(item)
  local answer, info = ask(self, page_of(item, "aliases"), nil, no_list)
  if not answer then return nil, info end
  return titles.aliases(answer, item.title)
end

-- `key`: a client id other than that of the settings.
local function client(key)
  local headers = { ["trakt-api-version"] = "2", ["Content-Type"] = "application/json" }
  headers["trakt-api-key"] = key
  return {
    upstream = trakt.upstream, headers = headers,
    secret_headers = not key and { ["trakt-api-key"] = key_setting } or nil,
  }
end

--- Opens the service. `patience`: seconds that one request may take; `key`: a client id other than
--- that of the settings.
function trakt.open(options)
  return setmetatable({
    client = mix.http.client(client(options and options.key)),
    patience = options and options.patience,
  }, Service)
end

local function judge_key(text)
  if key_forms.is_jwt(text) then
    return "is a token of another service (it begins with eyJ); needed is the client id of an app "
      .. "at Trakt", "wrong"
  end
  if not key_forms.is_hex(text, 64) then
    return "does not look like a client id of Trakt, which has 64 hexadecimal digits", "warning"
  end
end

--- How mixhost doctor tries it (docs/doctor.md).
trakt.checks = {
  {
    title = trakt.title, upstream = trakt.upstream, serves = { "match" },
    requires = { key_setting }, client = client,
    key = {
      setting = key_setting, judge = judge_key, get = how_to_get_a_key,
      is_refusal = function(response)
        return response.status == 403 and not json_answers.is_page(response)
      end,
    },
    question = function()
      return { path = "/search/movie,show", query = { query = "Casablanca", limit = 1 } }
    end,
    shape = function(response) return json_answers.flaw(response, no_list) end,
  },
}

return trakt
