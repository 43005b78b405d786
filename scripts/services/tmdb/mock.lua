-- Imitates TMDB's API, version 3, as far as mixhost asks it: lists, searches and details of made-up
-- films and series.

local details = require("services.tmdb.mock_parts.details")
local items = require("services.tmdb.mock_parts.items")
local lists = require("services.tmdb.mock_parts.lists")
local phrases = require("lib.mock.phrases")
local titles = require("services.tmdb.mock_parts.titles")

local token = mix.mock.option("tmdb-token") or "mock-token"
local per_page, last_page, most_appended = 20, 500, 20
-- In the mixed list every seventh entry is a person.
local person_every = 7

-- The service's refusals (its documentation, "Errors"): status, code and message.
local refusals = {
  parameters = { 400, 5, "Invalid parameters: Your request parameters are incorrect." },
  page = { 400, 22,
    "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer." },
  appended = { 400, 27,
    "Too many append to response objects: The maximum number of remote calls is 20." },
  token = { 401, 7, "Invalid API key: You must be granted a valid key." },
  id = { 404, 6, "Invalid id: The pre-requisite id is invalid or not found." },
  missing = { 404, 34, "The resource you requested could not be found." },
  rate = { 429, 25, "Your request count (#) is over the allowed limit of (40)." },
}

-- Of statuses alone.
local drawn_refusals = {
  [401] = refusals.token, [404] = refusals.missing, [429] = refusals.rate,
  [403] = { 403, 45, "This user has been suspended." },
  [500] = { 500, 11, "Internal error: Something went wrong, contact TMDb." },
  [502] = { 502, 43, "Couldn't connect to the backend server." },
  [503] = { 503, 9, "Service offline: This service is temporarily offline, try again later." },
  [504] = { 504, 24, "Your request to the backend server timed out. Try again." },
}

local function refusal_of(status, code, message)
  return { status = status, json = {
    status_code = code, status_message = message, success = false,
  } }
end

local function refused(name) return refusal_of(table.unpack(refusals[name])) end

local function drawn(status)
  return drawn_refusals[status] and refusal_of(table.unpack(drawn_refusals[status]))
end

-- Returns a page of a list. `entry` makes the one at a place, from 0.
local function page_of(query, count, entry)
  local page = query:number("page", 1, 1, last_page)
  if not page then return refused("page") end
  local pages, results = (count + per_page - 1) // per_page, mix.json.array({})
  local sent = items.is_odd("repeated-pages") and page % 3 == 0 and page - 1 or page
  for place = (sent - 1) * per_page, math.min(sent * per_page, count) - 1 do
    results[#results + 1] = entry(place)
  end
  return { json = {
    page = page, results = results, total_results = count,
    total_pages = items.is_odd("growing") and math.min(pages, page + 1) or pages,
  } }
end

local function page_of_places(query, kind, places, says_kind)
  return page_of(query, #places, function(place)
    return items.entry(titles.title(kind, places[place + 1]), query, says_kind, place)
  end)
end

local function person(number)
  local name = phrases.book_authors[number % #phrases.book_authors + 1]
  return {
    adult = false, id = 12345 + number, name = name, original_name = name, media_type = "person",
    gender = number % 3, known_for_department = "Acting", popularity = 100.5,
    profile_path = mix.json.null, known_for = mix.json.array({}),
  }
end

-- Films and series take turns.
local function trending(request)
  local all = { lists.trending(titles.movie), lists.trending(titles.tv) }
  local count = #all[1] + #all[2]
  return page_of(request.query, count + count // (person_every - 1), function(place)
    if place % person_every == person_every - 1 then return person(place // person_every) end
    local number = place - place // person_every
    local half = number % 2 + 1
    local title = titles.title(titles.kinds[half], all[half][number // 2 + 1])
    return items.entry(title, request.query, true, place)
  end)
end

local function search(kinds, query)
  local year = query.year or query.primary_release_year or query.first_air_date_year
  year = #kinds == 1 and math.tointeger(tonumber(year)) or nil
  local found = lists.search(kinds, query.query or "", year)
  return page_of(query, #found, function(place)
    local one = found[place + 1]
    return items.entry(titles.title(one.kind, one.index), query, #kinds > 1, place)
  end)
end

-- An identifier that nobody has is an answer without entries.
local function find(request)
  local kind, index = details.place(request.parts.id, request.query.external_source or "")
  local answer = {}
  for _, name in ipairs({ "movie", "person", "tv", "tv_episode", "tv_season" }) do
    answer[name .. "_results"] = mix.json.array({})
  end
  if kind then
    local entry = items.entry(titles.title(kind, index), request.query, true)
    table.insert(answer[kind.name .. "_results"], entry)
  end
  return { json = answer }
end

-- Returns the title of a request; nil and the refusal.
local function title_of(kind, request)
  local id = math.tointeger(tonumber(request.parts.id))
  if not id or id <= 0 then return nil, refused("id") end
  local index = titles.index(id)
  if not index then return nil, refused("missing") end
  return titles.title(kind, index)
end

local function whole(kind, request)
  local appended = {}
  for name in (request.query.append_to_response or ""):gmatch("[^,]+") do
    appended[#appended + 1] = name
  end
  if #appended > most_appended then return refused("appended") end
  local title, refusal = title_of(kind, request)
  return refusal or { json = details.all(title, appended, request.query) }
end

local function part(kind, request)
  local title, refusal = title_of(kind, request)
  if refusal then return refusal end
  local found = details.part(title, request.parts.part, request.query)
  if not found then return refused("missing") end
  found.id = title.id
  return { json = found }
end

local function season(request)
  local title, refusal = title_of(titles.tv, request)
  if refusal then return refusal end
  local found = details.season(title, math.tointeger(tonumber(request.parts.number)))
  return found and { json = found } or refused("missing")
end

local function genres(kind, query)
  local list = mix.json.array({})
  for place, genre in ipairs(kind.genres) do list[place] = items.genre(genre, query) end
  return { json = { genres = list } }
end

local function discover(kind, query)
  local selection = lists.selection(kind, query)
  if not selection then return refused("parameters") end
  return page_of_places(query, kind, lists.places(selection), false)
end

local routes = {
  ["GET /tmdb/trending/all/:window"] = trending,
  ["GET /tmdb/search/multi"] = function(request) return search(titles.kinds, request.query) end,
  ["GET /tmdb/find/:id"] = find,
  ["GET /tmdb/tv/:id/season/:number"] = season,
}
for _, kind in ipairs(titles.kinds) do
  local function add(path, answer)
    routes["GET /tmdb/" .. path:format(kind.name)] = function(request)
      return answer(kind, request.query, request)
    end
  end
  add("genre/%s/list", genres)
  add("search/%s", function(_, query) return search({ kind }, query) end)
  add("discover/%s", discover)
  add("trending/%s/:window", function(_, query)
    return page_of_places(query, kind, lists.trending(kind), true)
  end)
  add("%s/:id", function(_, _, request) return whole(kind, request) end)
  add("%s/:id/:part", function(_, _, request) return part(kind, request) end)
end

-- A key of version 3, 32 hexadecimal digits, stands in the query; a token of version 4 in the
-- header. Neither counts in the other's place.
local function check(request)
  local is_key = #token == 32 and not token:find("%X")
  local given = request.headers.authorization
  if is_key then given = request.query.api_key end
  if given ~= (is_key and token or "Bearer " .. token) then return refused("token") end
end

return {
  settings = { ["tmdb.token"] = token },
  refused_option = items.refused_option,
  media = { ["image.tmdb.org"] = titles.poster },
  drawn = drawn,
  routes = routes,
  check = check,
  missing = function(request) return check(request) or refused("missing") end,
  limited = function(request)
    local answer = check(request) or refused("rate")
    if answer.status == 429 then answer.headers = { ["Retry-After"] = "1" } end
    return answer
  end,
}
