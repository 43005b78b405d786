-- A service as a catalogue: it is searched for each query, within its limits.

local failure = require("lib.failure")
local field_source = require("programs.reconcile.lib.field_source")
local kinds = require("programs.reconcile.lib.kinds")
local providers = require("lib.providers")
local searching = require("rules.lib.service_search")
local services = require("lib.match_services")

local service_source = {}

-- Each query is a search or more; what would take longer than a client waits is refused.
local usual_batch, most_batch = 10, 50
-- Searches of a query beyond the first, and queries that are asked at a time.
local most_further, at_once = 1, 4

local Source = setmetatable({}, field_source)
Source.__index = Source

service_source.is_known = services.is_known

--- Returns the names of the services, for messages.
function service_source.names() return table.concat(services.names(), ", ") end

--- Opens a service; nil and the fault.
function service_source.open(name)
  if not services.is_known(name) then
    return nil, ("there is no service %s; there are %s"):format(name, service_source.names())
  end
  local provider = require(("services.%s.provider"):format(name)).open({})
  if not provider then
    return nil, ("%s needs a key: mixhost config set %s.key KEY"):format(name, name)
  end
  local source = setmetatable({ title = name, provider = provider, types = {}, entries = {},
    usual_batch = usual_batch, most_batch = most_batch, kept = {} }, Source)
  for _, kind in ipairs(kinds.order) do
    local entry = services.of(name, "match/" .. kind)
    if entry then
      local type_of = kinds.type(kind, mix.rules.load("match/" .. kind))
      source.types[#source.types + 1], source.entries[type_of] = type_of, entry
    end
  end
  return field_source.of(source, "candidate")
end

-- An entity of a service's answer; kept, because a client asks for what it was shown.
local function entity_of(source, type_of, candidate)
  local id = tostring(candidate.key or candidate.id or candidate.isbn)
  local entity = { id = id, record = candidate, type = type_of,
    name = kinds.text(candidate[type_of.named_by]) or id,
    description = kinds.description(type_of, candidate) }
  source.kept[id] = entity
  return entity
end

local function searched(source, type_of, record)
  local entry = source.entries[type_of]
  if kinds.text(record[entry.needs]) == nil then
    return { problem = ("%s needs a %s to search"):format(source.title, entry.needs) }
  end
  local found, err = providers.ask(source.title, function()
    return searching.run(source.provider, entry, record, type_of.rules, most_further)
  end)
  if not found then return { problem = err.message } end
  local entities = {}
  for place, candidate in ipairs(found) do
    entities[place] = entity_of(source, type_of, candidate)
  end
  return entities
end

--- Returns the entities near each of some records; {problem} where the service refuses.
function Source:near(type_of, records)
  return mix.task.map(records, { limit = at_once }, function(record)
    return searched(self, type_of, record)
  end)
end

--- Returns the entities with identifiers, by these: those that were shown, else looked up; and what
--- is wrong where the service does not answer about all.
function Source:get(ids)
  local found, missing = {}, {}
  for _, id in ipairs(ids) do
    found[id] = self.kept[id]
    if not found[id] then missing[#missing + 1] = id end
  end
  for _, type_of in ipairs(#missing > 0 and self.types or {}) do
    local entry = self.entries[type_of]
    if entry.can and entry.can.lookup then
      local list, err = self.provider:lookup(missing)
      if not list and not failure.is_of_question(err) then return found, err.message end
      for _, candidate in ipairs(entry.named(list or {})) do
        local entity = entity_of(self, type_of, candidate)
        found[entity.id] = found[entity.id] or entity
      end
      break
    end
  end
  return found
end

--- Returns what the service finds for a text, after the first `skipped`; nil and what is wrong.
function Source:suggest(prefix, limit, skipped)
  local type_of, entities = self.types[1], {}
  if prefix == "" then return entities end
  local list = searched(self, type_of, { [type_of.named_by] = prefix })
  if list.problem then return nil, list.problem end
  for place = skipped + 1, math.min(#list, skipped + limit) do
    entities[#entities + 1] = list[place]
  end
  return entities
end

return service_source
