-- Wikidata: books, films and people, by the search for names and the statements of the items that
-- it finds. What a statement names is an item itself, whose name one more request asks for.

local failure = require("lib.failure")
local items = require("services.wikidata.items")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local text_of, object_of = json_values.text, json_values.object

local both = { search = true, lookup = true }
local wikidata = {
  name = "wikidata", title = "Wikidata", upstream = "wikidata", kind = "book",
  can = { book = both, film = { search = true, lookup = true, complete = true }, person = both },
}

-- Items with all their statements are large, so that of the hits not all are read.
local wanted, most_hits, most_items = 10, 20, 50
-- Seconds by which the copies of the database may be behind before it refuses programs.
local max_lag = 5
local most_tries, longest_wait = 3, 30
local no_contact = "Wikidata answers those who can be reached: set an address of yours with "
  .. "mixhost config set http.contact ADDRESS"

-- The kinds of its codes, which come with status 200; the others are about the question.
local kinds = {
  maxlag = "server", readonly = "server", ["cirrussearch-backend-error"] = "server",
  ratelimited = "rate", blocked = "forbidden", autoblocked = "forbidden",
}

-- The error of a request that brought no usable answer.
local function fault_of(response, err)
  if not response then return failure.of_request(wikidata, err) end
  local said = object_of(object_of(mix.json.decode(response.body)).error)
  local code = text_of(said.code)
  if code then
    local kind = kinds[code] or code:find("^internal_api_error") and "server" or "invalid"
    return failure.new(wikidata, kind, ("Wikidata: %s: %s"):format(code, text_of(said.info) or ""),
      { code = code, status = response.status })
  elseif not response.ok then
    local words = response.status == 403 and no_contact or nil
    return failure.of_status(wikidata, response.status, words)
  end
  return failure.new(wikidata, err.kind, ("%s: %s"):format(wikidata.title, err.message))
end

local Service = {}
Service.__index = Service

-- Sends a request. Returns the answer and {cached}; nil and the error. mix.http does not see an
-- error in an answer with status 200: those that pass are tried again here.
local function ask(self, query, member)
  if not (self.contact or mix.env.setting("http.contact")) then
    return nil, failure.new(wikidata, "contact", no_contact)
  end
  query.format, query.maxlag = "json", max_lag
  local function lacks(answer)
    return type(answer[member]) ~= "table" and "the answer has no " .. member or nil
  end
  for try = 1, most_tries do
    local answer, response, err = json_answers.get(self.client, "/api.php", {
      query = query, timeout = self.patience, reload = try > 1,
    }, lacks)
    if answer then return answer, { cached = response.source ~= "live" } end
    local fault = fault_of(response, err)
    local passes = response and response.ok and (fault.kind == "server" or fault.kind == "rate")
    if not passes or try == most_tries then return nil, fault end
    local seconds = tonumber(response.headers["retry-after"] or "") or max_lag
    mix.task.sleep(math.max(1, math.min(seconds, longest_wait)))
  end
end

-- Returns the items of identifiers in their order, and {cached}; nil and the error. Those that are
-- gone are left out; merged ones come under the identifier that is left.
local function items_of(self, ids, props)
  local found, cached = {}, true
  for first = 1, #ids, most_items do
    local part = { table.unpack(ids, first, math.min(first + most_items - 1, #ids)) }
    local answer, info = ask(self, {
      action = "wbgetentities", ids = table.concat(part, "|"), props = props,
      languages = self.language .. "|en|mul", languagefallback = 1,
    }, "entities")
    if not answer then return nil, info end
    cached = cached and info.cached
    for _, id in ipairs(part) do
      local item = object_of(object_of(answer.entities)[id])
      found[#found + 1] = text_of(item.id) and item.missing == nil and item or nil
    end
  end
  return found, { cached = cached }
end

--- Looks up results of `options.kind` by identifier, at most `options.limit`, without those that are
--- gone or of another kind. `options.title`: the spelling that is wanted. Returns them and {cached};
--- nil and the error.
function Service:lookup(ids, options)
  local kind = options and options.kind or wikidata.kind
  local known = json_values.each(mix.json.array({ table.unpack(ids) }), function(id)
    return tostring(id):match("^Q[1-9]%d*$")
  end)
  local list, info = items_of(self, known, "labels|aliases|claims")
  if not list then return nil, info end
  local named, names = {}, {}
  local function read(name_of)
    local results = json_values.each(mix.json.array(list), function(item)
      return items.result(kind, item, self.language, options or {}, name_of)
    end)
    return { table.unpack(results, 1, options and options.limit or #results) }
  end
  -- The first time tells the identifiers that statements have, the second one has their names.
  read(function(id)
    if names[id] == nil and #named < most_items then names[id], named[#named + 1] = false, id end
  end)
  local found, about = items_of(self, named, "labels")
  if not found then return nil, about end
  for _, item in ipairs(found) do names[item.id] = items.names(item, self.language) end
  return read(function(id) return names[id] or nil end),
    { cached = info.cached and about.cached }
end

--- Returns the identifiers of the items of a name, in the service's language and in those that
--- stand in for it, and {cached}; nil and the error.
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

-- The kind that a question means which names none: one for films has a limit and no author.
local function kind_of(query)
  return query.kind or query.limit and not query.author and "film" or "book"
end

--- Searches books and films by `query.title`, or people by `query.name`. Returns results in the
--- service's order, at most `query.limit`, and {cached}; nil and the error. ISBNs are not searched.
function Service:search(query)
  local kind = kind_of(query)
  local name = (kind == "person" and query.name or query.title or ""):gsub("%c", " ")
  if not name:find("%S") then return {}, { cached = true } end
  local ids, info = self:find(name)
  if not ids then return nil, info end
  return self:lookup(ids, { kind = kind, limit = query.limit or wanted, title = query.title })
end

--- Returns a film as it is: a search has read its item.
function Service:complete(found) return found, { cached = true } end

local function client(contact)
  return {
    upstream = wikidata.upstream, ttl = "7d",
    headers = contact and { ["User-Agent"] = ("mixhost (%s)"):format(contact) } or nil,
  }
end

--- Opens the service. `language` and `contact`: replace those of the settings; `patience`: seconds
--- that one request may take, with its wait for the rate.
function wikidata.open(options)
  options = options or {}
  return setmetatable({
    client = mix.http.client(client(options.contact)), patience = options.patience,
    language = options.language or mix.env.setting("wikidata.language"), contact = options.contact,
  }, Service)
end

local function no_search(answer)
  return type(answer.search) ~= "table" and "the answer has no search" or nil
end

--- The doctor's checks; see docs/doctor.md.
wikidata.checks = {
  {
    title = wikidata.title, upstream = wikidata.upstream, serves = { "match" },
    requires = { "http.contact" }, client = client,
    question = function()
      return { path = "/api.php", query = {
        action = "wbsearchentities", search = "Dune", language = "en", limit = 1, format = "json",
      } }
    end,
    shape = function(response) return json_answers.flaw(response, no_search) end,
  },
}

return wikidata
