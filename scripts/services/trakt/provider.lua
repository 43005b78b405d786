-- Trakt, version 2 of its API: films and series. The client id of the user's own app is the setting
-- trakt.client_id, which the host sends only to Trakt and no script sees. A value of an answer that
-- has the wrong type counts as none.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local key_forms = require("lib.key_forms")
local retry_after = require("lib.retry_after")
local service_words = require("lib.service_words")
local values = require("lib.json_values")

local trakt = {
  name = "trakt", title = "Trakt", upstream = "trakt", kind = "film",
  can = { film = { search = true, complete = true } },
}

local text_of = values.prose
local wanted, ttl = 10, "7d"
local key_setting = "trakt.client_id"
local how_to_get_a_key = "make an app at https://trakt.tv/oauth/applications and copy its client "
  .. "id, then: mixhost config set trakt.client_id ID"

-- Statuses that mean the same for every question: kind, words, what to do.
local lasting = {
  [401] = { "token", "wants somebody signed in" },
  [403] = { "token", "refuses the client id, or its app", how_to_get_a_key },
  [412] = { "http", "misses a header that it requires" },
  [420] = { "http", "says that a limit of the account is reached" },
  [423] = { "forbidden", "has locked the account; its support unlocks it" },
  [426] = { "forbidden", "keeps this for paying members (VIP)" },
}

-- Cloudflare stands in front of Trakt: it knows no client id, and refuses addresses with a page,
-- some for a time that Retry-After tells.
local blocked = { "forbidden", "is behind Cloudflare, which refuses this address; try again later, "
  .. "or from another network" }

local function is_blocked(answer) return answer.status == 403 and json_answers.is_page(answer) end

-- The error of a refusal; nil where the answer is of no use.
local function fault_of(response)
  if not response or response.ok then return nil end
  local status, said = response.status, service_words(response)
  local pause = retry_after(response.headers)
  local behind = status == 401 and json_answers.gateway_refusal(trakt, response)
  if behind then return behind end
  local known = is_blocked(response) and blocked or lasting[status]
  local err = failure.of_status(trakt, status, said)
  if known then
    err = failure.new(trakt, known[1], ("Trakt %s (HTTP status %d)%s%s"):format(known[2], status,
      said and ": " .. said or "", known[3] and "; " .. known[3] or ""),
      { status = status, class = "lasting" })
  end
  if known == blocked and pause then err.kind, err.class = "rate", "limit" end
  if err.kind == "rate" and pause then err["until"] = mix.time.now() + pause end
  return err
end

-- Returns the answer and {cached}; nil and the error.
local function ask(self, path, query, check)
  return json_answers.ask(trakt, self.client, path,
    { query = query, ttl = ttl, timeout = self.patience }, check,
    { fault = fault_of, is_search = query ~= nil })
end

local function no_list(value) return not mix.json.is_array(value) and "it is not a list" or nil end

-- The search engine reads signs and some words as operators: a title is words alone.
local function plain(title)
  local escaped = title:gsub("[%+%-&|!%(%){}%[%]%^\"~%*%?:/\\]", "\\%0")
  return (escaped:gsub("%a+", { AND = "and", OR = "or", NOT = "not" }))
end

-- Series have a moment, whose day in UTC may be the one after the showing.
local day_of, id_of, count_of = values.day, values.positive, values.count

-- Genres are slugs: science-fiction.
local function genre_of(slug) return text_of(slug) and slug:gsub("-", " ") or nil end

-- Converts one result of a search; nil for people, lists and damaged entries. Trakt forbids to
-- load pictures from its servers, so there is none.
local function film_of(entry)
  local kind = values.object(entry).type
  if kind ~= "movie" and kind ~= "show" then return nil end
  local raw, type_name = values.object(entry[kind]), kind == "movie" and "movie" or "tv"
  local ids = values.object(raw.ids)
  local id, title = id_of(ids.trakt), text_of(raw.title)
  if not (id and title) then return nil end
  local day = day_of(kind == "movie" and raw.released or raw.first_aired)
  local year = count_of(raw.year) or day and math.tointeger(tonumber(day:sub(1, 4)))
  local original, votes = text_of(raw.original_title), values.positive(raw.votes) or 0
  local rating = values.number(raw.rating) or 0
  local certification = text_of(raw.certification)
  return {
    key = ("%s/%d"):format(type_name, id), type = type_name, id = id, title = title,
    original_title = original ~= title and original or nil, date = day, year = year,
    rating = rating > 0 and rating <= 10 and rating or nil, votes = votes,
    -- A search tells no other measure.
    popularity = votes,
    overview = text_of(raw.overview), tagline = text_of(raw.tagline),
    genres = values.each(raw.genres, genre_of), language = text_of(raw.language),
    minutes = count_of(raw.runtime),
    imdb = values.imdb(ids.imdb), tvdb = id_of(ids.tvdb),
    -- Some titles have the text "undefined".
    certification = certification ~= "undefined" and certification or nil,
  }
end

local function name_of(member) return text_of(values.object(values.object(member).person).name) end

-- Returns the names of the cast, and of those who directed a film or created a series.
local function people_of(answer, kind)
  local crew = values.object(answer.crew)
  local makers = kind == "tv" and (crew["created by"] or crew.creator) or crew.directing
  return values.each(answer.cast, name_of), values.each(makers, function(member)
    -- The department of directing also has assistants.
    for _, job in ipairs(values.list(values.object(member).jobs)) do
      if kind == "tv" or job == "Director" then return name_of(member) end
    end
  end)
end

-- Returns the other titles of an answer, each once, without `title`.
local function aliases_of(answer, title)
  return values.distinct(answer, function(entry)
    local text = values.legible(values.object(entry).title)
    return text ~= title and text or nil
  end)
end

-- Adds the films of an answer that are not there yet.
local function add(found, answer, limit)
  for _, entry in ipairs(answer) do
    local item = film_of(entry)
    if item and not found[item.key] and #found < limit then
      found[item.key], found[#found + 1] = true, item
    end
  end
  return found
end

-- Whether one of the results has just this title, and the year or one beside it.
local function has_title(found, title, year)
  for _, item in ipairs(found) do
    local is_near = not (year and item.year) or math.abs(item.year - year) <= 1
    if is_near and mix.text.normalize(item.title) == mix.text.normalize(title) then return true end
  end
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
    query = plain(query.title), fields = "title,original_title,translations,aliases",
    limit = limit, extended = "full",
    -- Services differ by a year where a festival showed a film first.
    years = year and ("%d-%d"):format(year - 1, year + 1) or nil,
  }
  local broad, info = ask(self, "/search/movie,show", parameters, no_list)
  if broad and #broad == 0 and year then
    parameters.years = nil
    broad, info = ask(self, "/search/movie,show", parameters, no_list)
  end
  if not broad then return nil, info end
  local found = add({}, broad, limit)
  if not has_title(found, query.title, year) then
    parameters = { query = query.title, limit = limit, extended = "full" }
    local exact, about = ask(self, "/search/movie,show/exact", parameters, no_list)
    if not exact and not failure.is_of_question(about) then return nil, about end
    found = add(add({}, exact or {}, limit), broad, limit)
    info.cached = info.cached and about.cached == true
  end
  return table.move(found, 1, #found, 1, {}), info
end

-- The answer of a part of a title's own page.
local function ask_of(self, item, part, check)
  local kind = item.type == "tv" and "shows" or "movies"
  return ask(self, ("/%s/%d/%s"):format(kind, item.id, part), nil, check)
end

--- Adds `cast` and `directors` to a film {type, id}. Returns it and {cached}; nil and the error.
function Service:complete(found)
  local answer, info = ask_of(self, found, "people", function(answer)
    return not (answer.cast or answer.crew) and "the answer names no people" or nil
  end)
  if not answer then return nil, info end
  found.cast, found.directors = people_of(answer, found.type)
  return found, info
end

--- Returns a film's {type, id, title} other titles; nil and the error.
function Service:alternative_titles(item)
  local answer, info = ask_of(self, item, "aliases", no_list)
  if not answer then return nil, info end
  return aliases_of(answer, item.title)
end

local function client()
  return {
    upstream = trakt.upstream, secret_headers = { ["trakt-api-key"] = key_setting },
    headers = { ["trakt-api-version"] = "2", ["Content-Type"] = "application/json" },
  }
end

--- Opens the service. `patience`: seconds that one request may take.
function trakt.open(options)
  local patience = options and options.patience
  return setmetatable({ client = mix.http.client(client()), patience = patience }, Service)
end

--- How mixhost doctor tries it (docs/doctor.md).
trakt.checks = { {
  title = trakt.title, upstream = trakt.upstream, serves = { "match" },
  requires = { key_setting }, client = client,
  key = {
    setting = key_setting, get = how_to_get_a_key,
    judge = function(text)
      local is_right = key_forms.is_hex(text, 64)
      return not is_right and "has not the 64 hexadecimal digits of a client id", "warning"
    end,
    is_refusal = function(answer) return answer.status == 403 and not is_blocked(answer) end,
  },
  question = function()
    return { path = "/search/movie,show", query = { query = "Casablanca", limit = 1 } }
  end,
  shape = function(response) return json_answers.flaw(response, no_list) end,
} }

return trakt
