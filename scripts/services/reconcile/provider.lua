-- Reconciliation services (W3C community group, 0.1 and 0.2), as OpenRefine asks them: Wikidata's,
-- the GND's and many others. Questions that are asked at one time go in one request. The scores and
-- the verdicts of a service are not read: rules decide.
--
-- https://reconciliation-api.github.io/specs/0.2/

local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local object_of, list_of, id_of = json_values.object, json_values.list, json_values.id

local reconcile = {
  name = "reconcile", title = "the reconciliation service", upstream = "reconcile",
  doubt = "is the address right?",
}

-- The most questions of one request, and the results of each.
local most_asked, wanted = 20, 10
-- Of a type more properties than this are not read.
local most_properties = 100

-- A text, also of a number, or of {value}, {str} or {name}; several languages count as one.
local function words_of(value)
  if type(value) == "number" then return ("%.14g"):format(value) end
  if type(value) == "table" then
    local first = list_of(value)[1]
    if type(first) ~= "table" then return first ~= value and words_of(first) or nil end
    for _, name in ipairs({ "name", "str", "value", "date", "float", "int", "id" }) do
      local found = first[name] ~= nil and words_of(first[name])
      if found then return found end
    end
    return nil
  end
  return json_values.text(value)
end

-- Types and properties: {id, name}, or the id alone.
local function named(list)
  return json_values.each(list_of(list), function(entry)
    local id = id_of(object_of(entry).id) or id_of(entry)
    return id and { id = id, name = words_of(object_of(entry).name) or id }
  end)
end

--- Converts a candidate; nil for one without identifier or name.
function reconcile.candidate(raw)
  raw = object_of(raw)
  local id, name = id_of(raw.id), words_of(raw.name)
  if not (id and name) then return nil end
  local types = json_values.each(named(raw.type or raw.types), function(kind) return kind.name end)
  return { id = id, title = name, name = name, description = words_of(raw.description),
    types = types[1] and types or nil }
end

-- The words of an answer, or of a part of it, that is an error.
local function said_of(answer)
  return words_of(answer.message) or words_of(answer.details) or words_of(answer.error)
    or words_of(object_of(answer.error).message)
end

-- An error comes as an object, too, with status 200.
local function fault_of(answer)
  if answer.status ~= "error" and not answer.error then return nil end
  return "it says: " .. (said_of(answer) or "error")
end

local Service = {}
Service.__index = Service

-- A form does not survive a move: the new address would answer with its manifest.
local moves = { fault = function(answer)
  local target = answer and answer.status >= 300 and answer.status < 400 and answer.headers.location
  return target and failure.new(reconcile, "moved", ("%s has moved: give the address %s"):format(
    reconcile.title, target), { class = "lasting" })
end }

-- Asks by a form. Returns the answer; nil and the error.
function Service:post(name, value)
  local answer, err = json_answers.ask(reconcile, self.client, self.path, {
    form = { [name] = mix.json.encode(value) }, ttl = 0, redirect = "none",
  }, fault_of, moves)
  -- Many servers want the slash at the end of an address.
  if answer or err.kind ~= "moved" or self.path == "/" then return answer, err end
  self.path = "/"
  return self:post(name, value)
end

-- The origin of an address, and its host.
local function origin_of(url) return (url or ""):match("^(https?://([^/?#]+))") end

-- The address of a part of the service, which its manifest names. One at another host is not asked:
-- the user has named this one. Behind a proxy a service knows itself by http.
function Service:part(part)
  part = object_of(part)
  local base, path = json_values.text(part.service_url), json_values.text(part.service_path)
  -- A path may continue the host's name.
  local url = (base or "") .. (path or "")
  local origin, host = origin_of(url)
  local own = host and self.origins[host:lower()]
  return own and own .. url:sub(#origin + 1) or nil
end

-- The properties that values are given of; empty where the service does not say. nil and the error
-- of an outage, as a run without them would judge by names alone.
function Service:proposed()
  local url = self:part(object_of(self.manifest.extend).propose_properties)
  if not url then return {} end
  local answer, err = json_answers.ask(reconcile, self.client, url, {
    query = { type = self.type, limit = most_properties }, ttl = "1h",
  }, fault_of)
  if not answer and not failure.is_of_question(err) then return nil, err end
  return named(answer and answer.properties)
end

--- Reads what the service says of itself: {name, versions, types, properties, type}. `type`: the
--- type that is searched. nil and the error.
function Service:describe()
  local manifest, err = json_answers.ask(reconcile, self.client, self.path, { ttl = "1h" },
    function(answer)
      return not (answer.name or answer.versions or answer.identifierSpace)
        and "that is not the manifest of a reconciliation service" or nil
    end)
  if not manifest then return nil, err end
  self.manifest = manifest
  local types = named(manifest.defaultTypes)
  self.type = self.type or #types == 1 and types[1].id or nil
  self.most = math.min(most_asked, json_values.positive(manifest.batchSize) or most_asked)
  local properties, problem = self:proposed()
  if not properties then return nil, problem end
  local versions = json_values.each(list_of(manifest.versions), json_values.text)
  return {
    name = words_of(manifest.name) or "without a name", types = types, type = self.type,
    versions = versions[1] and versions or { "0.1" }, properties = properties,
  }
end

--- Chooses the fields that rules read among properties: those that the user's `map` names, {name or
--- identifier = field}, else by their names. Returns {field = property}.
function reconcile.fields(properties, fields, aliases, map)
  local by_name, found = {}, {}
  for place = #properties, 1, -1 do
    local property = properties[place]
    by_name[property.id], by_name[property.name] = property, property
  end
  local renamed = columns.renamed(by_name, fields, aliases)
  for _, field in ipairs(fields) do
    if field ~= "title" and field ~= "name" and field ~= "id" then found[field] = renamed[field] end
  end
  for _, property in ipairs(properties) do
    local field = map and (map[property.id] or map[property.name])
    if field then found[field] = property end
  end
  return found
end

--- Reads these properties of each result from now on, and says them in questions. `fields`: of
--- reconcile.fields.
function Service:use(fields)
  self.fields, self.wanted = fields, {}
  for _, property in pairs(fields) do self.wanted[#self.wanted + 1] = { id = property.id } end
end

-- The question for a query; nil where it has neither a title nor a property.
function Service:question(query)
  local properties = mix.json.array({})
  for field, property in pairs(self.fields) do
    if query[field] then properties[#properties + 1] = { pid = property.id, v = query[field] } end
  end
  table.sort(properties, function(a, b) return a.pid < b.pid end)
  local text = query.title or query.name
  if not (text or query.isbn and properties[1]) then return nil end
  return { query = text, type = self.type, limit = math.min(query.limit or wanted, wanted),
    properties = properties[1] and properties or nil }
end

-- Gives the candidates of answered items the values of properties. Returns whether it could; a
-- service that refuses the question costs the values alone.
function Service:extend(items)
  local ids, seen = {}, {}
  for _, item in ipairs(items) do
    for _, candidate in ipairs(item.found or {}) do
      if not seen[candidate.id] then ids[#ids + 1], seen[candidate.id] = candidate.id, true end
    end
  end
  if #ids == 0 or #self.wanted == 0 then return true end
  local answer, err = self:post("extend", { ids = ids, properties = self.wanted })
  if not answer then return failure.is_of_question(err), err end
  local rows = object_of(answer.rows)
  for _, item in ipairs(items) do
    for _, candidate in ipairs(item.found or {}) do
      local row = object_of(rows[candidate.id])
      for field, property in pairs(self.fields) do
        local values = json_values.each(list_of(row[property.id]), words_of)
        candidate[field] = #values > 1 and values or values[1] or words_of(row[property.id])
      end
    end
  end
  return true
end

local function end_all(items, err) for _, item in ipairs(items) do item.err = err end end

-- Reads the results of one question; a fault of them is its own.
local function take(item, part)
  local result = object_of(part).result
  item.said = said_of(object_of(part))
  if type(result) ~= "table" then return false end
  item.found = json_values.each(list_of(result), reconcile.candidate)
  return true
end

-- Whether a request may do in two parts: it is too large, or the service fails at a question in it.
-- One that failed at two single questions in a row is away.
local function is_to_part(err, faults)
  return err.status == 413 or err.status == 414 or err.status == 500 and faults < 2
end

-- Asks questions in one request, in two where that may do; what is not answered once more.
-- `is_again`: it is that; `faults`: {how many single questions in a row failed}.
function Service:ask(items, is_again, faults)
  local questions = {}
  faults = faults or { 0 }
  for place, item in ipairs(items) do questions["q" .. place - 1] = item.question end
  local answer, err = self:post("queries", questions)
  if answer then
    faults[1] = 0
  elseif #items > 1 and is_to_part(err, faults[1]) then
    local half = #items // 2
    self:ask({ table.unpack(items, 1, half) }, is_again, faults)
    return self:ask({ table.unpack(items, half + 1) }, is_again, faults)
  else
    faults[1] = faults[1] + 1
    return end_all(items, err)
  end
  local left = {}
  for place, item in ipairs(items) do
    if not take(item, answer["q" .. place - 1]) then left[#left + 1] = item end
  end
  if #left == 0 then return end
  if not is_again and #left < #items then return self:ask(left, true) end
  for _, item in ipairs(left) do
    item.err = failure.new(reconcile, "answer", ("%s: %s"):format(reconcile.title,
      item.said and "it says: " .. item.said or "the answer has no result of this row"))
  end
end

-- Sends the questions that wait, and wakes who asked them.
function Service:send(items)
  local ok, raised = pcall(function()
    for first = 1, #items, self.most do
      local part = { table.unpack(items, first, math.min(#items, first + self.most - 1)) }
      self:ask(part)
      local has_values, err = self:extend(part)
      if not has_values then end_all(part, err) end
    end
  end)
  if not ok then end_all(items, raised) end
  for _, item in ipairs(items) do item.done:set() end
end

--- Searches by a query of the rules' fields. Questions of one moment are sent together. Returns a
--- list of candidates and {cached}; nil and the error.
function Service:search(query)
  local question = self:question(query)
  if not question then return {}, { cached = true } end
  local item = { question = question, done = mix.task.latch() }
  local waiting = self.waiting
  waiting[#waiting + 1] = item
  if #waiting == 1 then
    mix.task.sleep(0)
    self.waiting = {}
    self:send(waiting)
  end
  item.done:wait()
  if item.err then return nil, item.err end
  return item.found, { cached = false }
end

--- Opens a service. `address`: nil for the setting upstream.reconcile; `type`: the identifier of
--- the type that is searched.
function reconcile.open(options)
  local address, origins = options.address, {}
  for _, own in ipairs(address and { address } or { mix.env.setting("upstream.reconcile") or "",
    mix.http.service("reconcile").base }) do
    local origin, host = origin_of(own)
    if origin then origins[host:lower()] = origin end
  end
  return setmetatable({
    client = mix.http.client(address and { base = address, name = reconcile.name,
      concurrency = 2 } or { upstream = reconcile.upstream }), origins = origins,
    path = address and address:find("/$") and "/" or "",
    type = options.type, most = most_asked, waiting = {}, fields = {}, wanted = {}, manifest = {},
  }, Service)
end

return reconcile
