-- Discogs: releases and artists. A search wants the token of a user, which goes into the field
-- Authorization after the words "Discogs token="; the setting holds the whole text of that field.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local names = require("services.discogs.names")

local text_of, object_of, list_of = json_values.text, json_values.object, json_values.list

local both = { search = true, lookup = true }
local discogs = {
  name = "discogs", title = "Discogs", upstream = "discogs", kind = "release",
  can = { release = both, person = both },
}

local wanted, longest_page = 10, 100
-- The limit counts the requests of the last seconds; its refusals name no time.
local window = 60
local setting = "discogs.token"
local how_to_get = "make a token at https://www.discogs.com/settings/developers, then: mixhost "
  .. 'config set discogs.token "Discogs token=TOKEN"'

--- Returns the service's words on a refusal.
function discogs.said(body) return text_of(body.message) end

-- A year as text; 0 stands for an unknown one. `released` may be a day with zeros in place of what
-- is not known: 1991-09-00.
local function date_of(released, year)
  local text = text_of(released) or ""
  local found = (text:match("^%d%d%d%d%-%d%d%-%d%d$") or text:match("^%d%d%d%d%-%d%d$")
    or text:match("^%d%d%d%d$") or ""):gsub("%-00", "")
  if found == "" then found = json_values.id(year) or "" end
  return not found:find("^0000") and found:match("^%d%d%d%d[%d-]*$") or nil
end

-- The tracks of a release; headings and the parts of a medley stand in the same list.
local function count_of(list)
  local count = 0
  for _, track in ipairs(list_of(list)) do
    count = count + (object_of(track).type_ == "track" and 1 or 0)
  end
  return count > 0 and count or nil
end

local shape_of = {}

-- A page of a release has its artists one by one; a result of a search has artist and title in one
-- text.
function shape_of.release(raw, query)
  local artist, title
  if raw.artists then
    artist, title = names.credit(raw.artists), text_of(raw.title)
  else
    artist, title = names.parted(text_of(raw.title), query)
  end
  return artist and title and {
    title = title, artist = artist, release_date = date_of(raw.released, raw.year),
    country = names.country(raw.country), track_count = count_of(raw.tracklist),
  } or nil
end

function shape_of.person(raw)
  local written = text_of(raw.name) or text_of(raw.title)
  local name = written and names.person(written)
  if not name then return nil end
  local others = {}
  -- Discogs calls other projects of a person aliases; those are artists of their own there.
  for _, other in ipairs({ raw.realname, table.unpack(list_of(raw.namevariations)) }) do
    if text_of(other) and other ~= name then others[#others + 1] = other end
  end
  return { name = name, aliases = #others > 0 and others or nil }
end

-- For each kind its name in searches, its address, and whether a search may tell it apart.
local entities = {
  release = { type = "release", path = "/releases/" },
  person = { type = "artist", path = "/artists/" },
}

--- Converts a result of a search, or a page, to a result of a kind; nil for anything else. `query`:
--- the search that it answers.
function discogs.result(kind, raw, query)
  raw = object_of(raw)
  local id = math.tointeger(raw.id)
  if not id or raw.type ~= nil and raw.type ~= entities[kind].type then return nil end
  local result = shape_of[kind](raw, query)
  if result then result.id = id end
  return result
end

local Service = {}
Service.__index = Service

-- Others at the same address use up the same limit, so the answers' own count is heeded, too.
local function note_limit(self, response)
  local left = tonumber(response.headers["x-discogs-ratelimit-remaining"] or "")
  local limit = tonumber(response.headers["x-discogs-ratelimit"] or "")
  local is_used_up = response.source == "live" and left and left <= 0 and limit and limit > 0
  self.rest = is_used_up and window / limit or 0
end

local function explained(err)
  if err.kind == "token" or err.kind == "credentials" then
    err.message = ("%s; %s"):format(err.message, how_to_get)
  elseif err.kind == "rate" then
    err["until"] = mix.time.now() + window
  end
  return err
end

local function ask(self, path, query, check)
  if self.rest > 0 then mix.task.sleep(self.rest) end
  local answer, response = json_answers.ask(discogs, self.client, path, {
    query = query, timeout = self.patience,
  }, check)
  if not answer then return nil, explained(response) end
  note_limit(self, response)
  return answer, { cached = response.source ~= "live" }
end

local function no_results(answer)
  return not mix.json.is_array(answer.results) and "the answer has no results" or nil
end

local function words(text)
  local plain = text and text:gsub("%c", " "):match("^%s*(.-)%s*$")
  return plain and plain ~= "" and plain or nil
end

-- The parameters of a search; nil when no word is left.
local function question(kind, query)
  local found = { type = entities[kind].type }
  if kind == "person" then
    found.q = words(query.name)
    return found.q and found
  end
  found.release_title, found.artist = words(query.title), names.asked(words(query.artist))
  return found.release_title and found
end

--- Searches releases by `query.title` and `query.artist`, or with the kind "person" artists by
--- `query.name`. Returns them in the service's order, at most `query.limit`, and {cached}; nil and
--- the error.
function Service:search(query)
  local kind = query.kind or discogs.kind
  local parameters = question(kind, query)
  if not parameters then return {}, { cached = true } end
  local limit = math.min(query.limit or wanted, longest_page)
  parameters.per_page = limit
  local answer, info = ask(self, "/database/search", parameters, no_results)
  if not answer then return nil, info end
  local found = {}
  for _, raw in ipairs(answer.results) do
    if #found < limit then found[#found + 1] = discogs.result(kind, raw, query) end
  end
  return found, info
end

--- Looks up results of `options.kind` by identifier, one request each; unknown ones are left out.
--- Returns them and {cached}; nil and the error.
function Service:lookup(ids, options)
  local kind = options and options.kind or discogs.kind
  return json_answers.one_by_one(ids, { not_found = true, invalid = true }, function(id)
    local number = math.tointeger(tonumber(id))
    if not number or number < 1 then
      return nil, failure.new(discogs, "invalid", "Discogs has no such identifier")
    end
    local answer, info = ask(self, entities[kind].path .. number, nil, function(raw)
      return not discogs.result(kind, raw) and "the answer is of another kind" or nil
    end)
    return answer and discogs.result(kind, answer), info
  end)
end

-- `token`: another one than that of the settings.
local function client(options)
  local token = options and options.token
  return {
    upstream = discogs.upstream, ttl = "24h",
    headers = token and { Authorization = "Discogs token=" .. token } or nil,
    secret_headers = not token and { Authorization = setting } or nil,
  }
end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
function discogs.open(options)
  return setmetatable({
    client = mix.http.client(client(options)), patience = options and options.patience, rest = 0,
  }, Service)
end

--- The doctor's checks; see docs/doctor.md. The form of the key is checked by its setting.
discogs.checks = {
  {
    title = discogs.title, upstream = discogs.upstream, serves = { "match" },
    requires = { setting }, client = client,
    question = function()
      return { path = "/database/search", query = { q = "Nirvana", type = "artist", per_page = 1 } }
    end,
    shape = function(response)
      return json_answers.flaw(response, no_results), response.status == 401 and how_to_get or nil
    end,
  },
}

return discogs
