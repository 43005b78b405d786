-- The Reconciliation Service API 0.2 (https://www.w3.org/community/reports/reconciliation/
-- CG-FINAL-specs-0.2-20230410/) and the draft of 1.0: which request asks for what, and the answers.

local escaped = require("lib.xml_text")
local queries = require("programs.reconcile.lib.queries")

local protocol = {}

-- The most entities of a data extension and cells of its answer, and suggestions of an answer.
local most_extended, most_cells, most_suggested = 1000, 50000, 20
local preview_width, preview_height = 430, 300

local function refusal(status, message) return { status = status, json = { error = message } } end

-- Texts that are part of an address or of a page.
local function encoded(text)
  return (text:gsub("[^%w%-%._~]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

local function short(type_of) return { id = type_of.id, name = type_of.name } end

local function types_of(source)
  local list = mix.json.array({})
  for place, each in ipairs(source.types) do list[place] = short(each) end
  return list
end

--- Returns the manifest of a source that is asked at an address.
function protocol.manifest(source, base)
  local function suggested(what)
    return { service_url = base, service_path = "/suggest/" .. what,
      flyout_service_path = what == "entity" and "/flyout/entity?id=${id}" or nil }
  end
  return {
    versions = { "0.1", "0.2", "1.0-draft" }, name = ("%s (mixhost)"):format(source.title),
    identifierSpace = ("urn:mixhost:%s:"):format(encoded(source.title)),
    schemaSpace = "urn:mixhost:type:", defaultTypes = types_of(source),
    batchSize = source.usual_batch or queries.usual,
    view = { url = base .. "/preview?id={{id}}" },
    preview = { url = base .. "/preview?id={{id}}", width = preview_width,
      height = preview_height },
    suggest = { entity = suggested("entity"), property = suggested("property"),
      type = suggested("type") },
    extend = {
      propose_properties = { service_url = base, service_path = "/properties" },
      property_settings = {
        { name = "limit", label = "Limit", type = "number", default = 0,
          help_text = "The most values of a cell; 0 for all." },
      },
    },
  }
end

-- Reads JSON of a parameter; nil and the refusal.
local function read(text, name)
  local value, err = mix.json.decode(text, { null = "nil" })
  if type(value) == "table" and not mix.json.is_array(value) then return value end
  return nil, refusal(400, err and ("%s is not JSON: %s"):format(name, err.message)
    or name .. " takes an object")
end

local function batch(source, asked)
  local by_key, count, most = {}, 0, source.most_batch or queries.most
  for key, query in pairs(asked) do by_key[tostring(key)], count = query, count + 1 end
  if count > most then
    return refusal(413, ("a batch takes %d queries at most, and this one has %d"):format(most,
      count))
  end
  return { json = queries.answer(source, by_key) }
end

-- One query alone, as versions before 0.2 had it: an object, or the text itself.
local function single(source, text)
  local query = text:find("^%s*{") and mix.json.decode(text, { null = "nil" }) or text
  return { json = queries.answer(source, { q0 = query }).q0 }
end

-- The values of a property, as many as its settings want.
local function cells_of(source, entity, property)
  local cells = mix.json.array({})
  local settings = type(property.settings) == "table" and property.settings or {}
  local most = tonumber(settings.limit) or 0
  for _, text in ipairs(entity and source:values(entity, property.id) or {}) do
    if most <= 0 or #cells < most then cells[#cells + 1] = { str = text } end
  end
  return cells
end

local function extend(source, asked)
  local ids, properties = asked.ids, asked.properties
  if type(ids) ~= "table" or type(properties) ~= "table" then
    return refusal(400, "extend takes ids and properties")
  end
  if #ids > most_extended then
    return refusal(413, ("extend takes %d ids at most, and this one has %d"):format(most_extended,
      #ids))
  end
  if #ids * #properties > most_cells then
    return refusal(413, ("extend answers %d cells at most, ids times properties"):format(
      most_cells))
  end
  local meta, wanted, messages = mix.json.array({}), {}, {}
  for _, property in ipairs(properties) do
    local id = type(property) == "table" and property.id
    if type(id) ~= "string" then return refusal(400, "a property of extend takes id") end
    meta[#meta + 1], wanted[#wanted + 1] = { id = id, name = id }, property
    if not source:has(id) then messages[#messages + 1] = "unknown property: " .. id end
  end
  local texts, rows = {}, {}
  for place, id in ipairs(ids) do texts[place] = tostring(id) end
  local found = source:get(texts)
  for _, id in ipairs(texts) do
    rows[id] = {}
    for _, property in ipairs(wanted) do
      rows[id][property.id] = cells_of(source, found[id], property)
    end
  end
  return { json = { meta = meta, rows = rows, messages = #messages > 0 and messages or nil } }
end

-- The next draft of the specification, 1.0, has bodies of JSON at paths of their own, and lists.
local drafted = {}

local function query_of(given)
  given = type(given) == "table" and given or {}
  local query = { type = given.type, limit = given.limit, properties = {} }
  for _, condition in ipairs(type(given.conditions) == "table" and given.conditions or {}) do
    local of = type(condition) == "table" and condition or {}
    if of.matchType == "property" then
      table.insert(query.properties, { pid = of.propertyId, v = of.propertyValue })
    else
      query.query = of.propertyValue
    end
  end
  return query
end

function drafted.match(source, asked)
  if type(asked.queries) ~= "table" then return refusal(400, "match takes queries") end
  local list, results = {}, mix.json.array({})
  for place, given in ipairs(asked.queries) do list[place] = query_of(given) end
  local answer = batch(source, list)
  if answer.status then return answer end
  for place in ipairs(list) do
    local found = answer.json[tostring(place)]
    results[place] = { candidates = found.result, messages = found.messages }
  end
  return { json = { results = results } }
end

function drafted.extend(source, asked)
  local answer = extend(source, asked)
  if answer.status then return answer end
  local rows = mix.json.array({})
  for place, id in ipairs(asked.ids) do
    rows[place] = { id = tostring(id), properties = mix.json.array({}) }
    for at, property in ipairs(answer.json.meta) do
      rows[place].properties[at] = { id = property.id,
        values = answer.json.rows[tostring(id)][property.id] }
    end
  end
  answer.json.rows = rows
  return answer
end

-- The properties and types whose identifier or name contains a text.
local function matching(list, prefix)
  local found, wanted = mix.json.array({}), mix.text.fold(prefix)
  for _, each in ipairs(list) do
    if each.id == prefix or mix.text.fold(each.name):find(wanted, 1, true) then
      found[#found + 1] = each
    end
  end
  return found
end

local function suggest(source, what, query)
  local prefix, skipped = query.prefix or "", query:number("cursor", 0, 0, 1000000) or 0
  if what == "property" then
    return { json = { result = matching(source:properties(), prefix) } }
  elseif what == "type" then
    return { json = { result = matching(types_of(source), prefix) } }
  elseif what ~= "entity" then
    return nil
  end
  local result = mix.json.array({})
  for place, entity in ipairs(source:suggest(prefix, most_suggested, skipped)) do
    result[place] = { id = entity.id, name = entity.name, description = entity.description,
      notable = { short(entity.type) } }
  end
  return { json = { result = result } }
end

local function entity_of(source, id) return id and source:get({ id })[id] end

-- A page about an entity: its name, and all that is known of it.
local function card(source, entity)
  local lines = {}
  for _, property in ipairs(source:properties()) do
    local text = table.concat(source:values(entity, property.id), ", ")
    if text ~= "" then
      lines[#lines + 1] = ("<tr><th>%s</th><td>%s</td></tr>"):format(escaped(property.name),
        escaped(text))
    end
  end
  return ("<h1>%s</h1>%s<table>%s</table>"):format(escaped(entity.name),
    entity.description and ("<p>%s</p>"):format(escaped(entity.description)) or "",
    table.concat(lines))
end

local page = [[<!doctype html><html lang="en"><head><meta charset="utf-8"><title>%s</title>
<style>body{font:14px system-ui,sans-serif;margin:8px}h1{font-size:17px;margin:0}
p{margin:2px 0 6px;color:#555}th{text-align:left;padding-right:10px;font-weight:500;
vertical-align:top}</style></head><body>%s</body></html>]]

local function preview(source, query)
  local entity = entity_of(source, query.id)
  if not entity then return nil end
  return { headers = { ["content-type"] = "text/html; charset=utf-8" },
    body = page:format(escaped(entity.name), card(source, entity)) }
end

local function flyout(source, what, query)
  local entity = what == "entity" and entity_of(source, query.id)
  return entity and { json = { id = entity.id, html = card(source, entity) } } or nil
end

local function properties(source, query)
  local limit = query:number("limit", 1000, 1, 1000) or 1000
  local all, list = source:properties(), mix.json.array({})
  for place = 1, math.min(limit, #all) do list[place] = all[place] end
  return { json = { properties = list, type = query.type, limit = query.limit and limit } }
end

local function answered(source, text, name, answer)
  local asked, refused = read(text, name)
  if not asked then return refused end
  return answer(source, asked)
end

-- Answers at the address itself: a query, or a form.
local function asked_of(source, request)
  local given = request.method == "POST" and next(request.form.pairs) and request.form
    or request.query
  if given.queries then return answered(source, given.queries, "queries", batch) end
  if given.extend then return answered(source, given.extend, "extend", extend) end
  if given.query then return single(source, given.query) end
  if request.method == "POST" then
    return refusal(400, "a form takes queries, query or extend")
  end
  return { json = protocol.manifest(source, request.base) }
end

local function routed(source, request)
  local first, second = request.parts[1], request.parts[2]
  if not first or first == "" then return asked_of(source, request) end
  if first == "suggest" then return suggest(source, second, request.query) end
  if first == "flyout" then return flyout(source, second, request.query) end
  if second then return nil end
  if request.method == "POST" and drafted[first] then
    return answered(source, request.body, "the body", drafted[first])
  end
  if first == "preview" then return preview(source, request.query) end
  if first == "properties" then return properties(source, request.query) end
  return nil
end

--- Answers a request (lib.connected) about a source; nil for an unknown path. With `callback` JSON
--- comes as a script (JSONP), for clients that cannot use CORS.
function protocol.answer(source, request)
  local answer = routed(source, request)
  local callback = request.query.callback
  if not answer or answer.json == nil or not callback then return answer end
  if #callback > 100 or not callback:find("^[%a_$][%w_$.]*$") then
    return refusal(400, "callback takes the name of a function")
  end
  return { headers = { ["content-type"] = "text/javascript; charset=utf-8" },
    body = ("/**/%s(%s);"):format(callback, mix.json.encode(answer.json)) }
end

return protocol
