-- Wikidata: books, films and people, by the search for names and the statements of the items that
-- it finds. Statements name other items, whose names one more request asks for.

local failure = require("lib.failure")
local items = require("services.wikidata.items")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local retry_after = require("lib.retry_after")

local text_of, object_of = json_values.text, json_values.object

local wikidata = {
  name = "wikidata", title = "Wikidata", upstream = "wikidata", kind = "book",
  can = { book = { search = true }, film = { search = true, complete = true },
    person = { search = true } },
}

-- Items with all their statements are large, so that of the hits not all are read.
local wanted, most_hits, most_items = 10, 20, 50
-- Seconds by which the copies of the database may be behind before it refuses programs.
local max_lag = 5
local most_tries, longest_wait = 3, 30
local no_contact = "Wikidata answers those who can be reached: set an address of yours with "
  .. "mixhost config set http.contact ADDRESS"

-- The kinds of its codes, which come with status 200; the others are about the question.
local kinds = { maxlag = "server", readonly = "server", ratelimited = "rate",
  blocked = "forbidden", autoblocked = "forbidden" }

-- Faults of the service, by the beginning or the end of their codes; its search has several.
local faults = { "^internal_api_error", "%-too%-busy%-error$", "%-backend%-error$" }

local function kind_of(code)
  for _, form in ipairs(faults) do
    if code:find(form) then return "server" end
  end
  return kinds[code] or "invalid"
end

-- The error of status 403: the page of another server in front knows nothing of addresses.
local function forbidden(response)
  local is_own = response.body:find("[Ww]ikimedia") or response.body:find("robot policy", 1, true)
  return not is_own and json_answers.gateway_refusal(wikidata, response)
    or failure.of_status(wikidata, 403, no_contact)
end

local refusal = {
  is_search = true,
  fault = function(response)
    local said = object_of(object_of(mix.json.decode(response and response.body or "")).error)
    local code = text_of(said.code)
    if code then
      return failure.new(wikidata, kind_of(code),
        ("Wikidata: %s: %s"):format(code, text_of(said.info) or ""))
    end
    return response and response.status == 403 and forbidden(response)
  end,
  again = function(fault, response, try)
    local passes = response.ok and (fault.kind == "server" or fault.kind == "rate")
    if not passes or try == most_tries then return nil end
    local seconds = retry_after(response.headers) or max_lag
    return math.max(1, math.min(seconds, longest_wait))
  end,
}

local Service = {}
Service.__index = Service

-- Sends a request. Returns the answer and {cached}; nil and the error.
local function ask(self, query, member)
  if not mix.env.setting("http.contact") then
    return nil, failure.new(wikidata, "contact", no_contact)
  end
  query.format, query.maxlag = "json", max_lag
  return json_answers.ask(wikidata, self.client, "/api.php", {
    query = query, timeout = self.patience,
  }, json_answers.has(member), refusal)
end

-- Returns the items of identifiers in their order, {cached}, and the items by the identifiers that
-- were asked for; nil and the error. Those that are gone are left out; a merged one has the
-- identifier that is left.
local function items_of(self, ids, props)
  if #ids == 0 then return {}, { cached = true }, {} end
  local answer, info = ask(self, {
    action = "wbgetentities", ids = table.concat(ids, "|"), props = props,
    languages = self.language .. "|en|mul", languagefallback = 1,
  }, "entities")
  if not answer then return nil, info end
  local by_id = {}
  return json_values.each(ids, function(id)
    local item = object_of(object_of(answer.entities)[id])
    by_id[id] = text_of(item.id) and item.missing == nil and item or nil
    return by_id[id]
  end), info, by_id
end

--- Returns items as results of `query.kind`, at most `query.limit`, and {cached}; nil and the
--- error. Items of other kinds are left out. `query.title`: the spelling that is wanted.
function Service:read(ids, query)
  local list, info = items_of(self, ids, "labels|aliases|claims")
  if not list then return nil, info end
  local named, names = {}, {}
  local function results(name_of)
    local found = json_values.each(mix.json.array(list), function(item)
      return items.result(item, self.language, query, name_of)
    end)
    return { table.unpack(found, 1, query.limit or wanted) }
  end
  -- The first time tells the identifiers that statements have, the second one has their names.
  results(function(id)
    if not names[id] and #named < most_items then names[id], named[#named + 1] = id, id end
  end)
  local found, about, by_id = items_of(self, named, "labels")
  if not found then return nil, about end
  names = {}
  for id, item in pairs(by_id) do names[id] = items.names(item, self.language) end
  return results(function(id) return names[id] end), { cached = info.cached and about.cached }
end

--- Returns the identifiers of the items of a name, and {cached}; nil and the error.
function Service:find(name)
  local answer, info = ask(self, {
    action = "wbsearchentities", search = name, language = self.language, type = "item",
    uselang = self.language, limit = most_hits,
  }, "search")
  if not answer then return nil, info end
  return json_values.each(answer.search, function(hit)
    return (text_of(object_of(hit).id) or ""):match("^Q%d+$")
  end), info
end

--- Searches books and films by `query.title`, or people by `query.name`. Returns results in the
--- service's order, at most `query.limit`, and {cached}; nil and the error. ISBNs are not searched.
function Service:search(query)
  -- A question for films that does not name its kind has a limit and no author.
  local kind = query.kind or query.limit and not query.author and "film" or "book"
  local name = (kind == "person" and query.name or query.title or ""):gsub("%c", " ")
  if not name:find("%S") then return {}, { cached = true } end
  local ids, info = self:find(name)
  if not ids then return nil, info end
  return self:read(ids, { kind = kind, limit = query.limit, title = query.title })
end

--- Returns a film as it is: a search has read its item.
function Service:complete(found) return found, { cached = true } end

local function client() return { upstream = wikidata.upstream, ttl = "7d" } end

--- Opens the service. `language` replaces the setting; `patience`: seconds of a request.
function wikidata.open(options)
  options = options or {}
  return setmetatable({
    client = mix.http.client(client()), patience = options.patience,
    language = options.language or mix.env.setting("wikidata.language"),
  }, Service)
end

--- The doctor's checks; see docs/doctor.md.
wikidata.checks = { {
  title = wikidata.title, upstream = wikidata.upstream, serves = { "match" },
  requires = { "http.contact" }, client = client,
  question = function()
    return { path = "/api.php", query = { action = "wbsearchentities", search = "Dune",
      language = "en", limit = 1, format = "json" } }
  end,
  shape = function(response) return json_answers.flaw(response, json_answers.has("search")) end,
} }

return wikidata
