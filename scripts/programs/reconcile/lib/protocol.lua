-- The Reconciliation Service API 0.2 (https://www.w3.org/community/reports/reconciliation/
-- CG-FINAL-specs-0.2-20230410/) and the draft of 1.0: which request asks for what, and the answers.

local escaped = require("lib.xml_text")
local queries = require("programs.reconcile.lib.queries")

local protocol = {}

-- The most entities of a data extension and cells of its answer, and suggestions of an answer.
local most_extended, most_cells, most_suggested = 1000, 50000, 20
local preview_width, preview_height = 430, 300
local limit_help = "The most values of a cell; 0 for all."

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

--- Returns the manifest of a source that is asked at an address: that of 0.2, with the fields of
--- 1.0 beside it where both have room.
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
    view = { url = base .. "/preview?id={{id}}" }, standardizedScore = true,
    preview = { url = base .. "/preview?id={{id}}", width = preview_width,
      height = preview_height },
    suggest = { entity = suggested("entity"), property = suggested("property"),
      type = suggested("type") },
    extend = {
      propose_properties = { service_url = base, service_path = "/properties" },
      property_settings = {
        { name = "limit", label = "Limit", type = "number", default = 0,
          help_text = limit_help },
      },
      proposeProperties = true,
      propertySettings = {
        { id = "limit", name = "Limit", type = "number", default = 0, helpText = limit_help },
      },
    },
  }
end

-- Takes the nulls out of a value. In a list an empty object keeps the place, so that answers stand
-- where their questions do.
local function without_nulls(value)
  local in_place = mix.json.is_array(value) and mix.json.object() or nil
  for key, inner in pairs(value) do
    if inner == mix.json.null then
      value[key] = in_place
    elseif type(inner) == "table" then
      without_nulls(inner)
    end
  end
  return value
end

local function is_list(value) return type(value) == "table" and mix.json.is_array(value) end

-- Reads JSON of a parameter; nil and the refusal.
local function read(text, name)
  local value, err = mix.json.decode(text)
  if type(value) == "table" and not is_list(value) then return without_nulls(value) end
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

-- The identifiers as texts; nil where one is neither a text nor a number.
local function texts_of(ids)
  local texts = {}
  for place, id in ipairs(ids) do
    if type(id) == "table" then return nil end
    texts[place] = tostring(id)
  end
  return texts
end

local function extend(source, asked)
  local ids, properties = asked.ids, asked.properties
  local texts = is_list(ids) and texts_of(ids)
  if not texts or not is_list(properties) then
    return refusal(400, "extend takes ids, a list of texts, and properties, a list")
  end
  if #ids > most_extended then
    return refusal(413, ("extend takes %d ids at most, and this one has %d"):format(most_extended,
      #ids))
  end
  if #ids * #properties > most_cells then
    return refusal(413,
      ("extend answers %d cells at most, ids times properties"):format(most_cells))
  end
  local meta, wanted, messages = mix.json.array({}), {}, {}
  for _, property in ipairs(properties) do
    local id = type(property) == "table" and property.id
    if type(id) ~= "string" then return refusal(400, "a property of extend takes id") end
    meta[#meta + 1], wanted[#wanted + 1] = { id = id, name = id }, property
    if not source:has(id) then messages[#messages + 1] = "unknown property: " .. id end
  end
  local rows, found, problem = {}, source:get(texts)
  -- Empty cells would be taken for values that there are not.
  if problem then return refusal(503, problem) end
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
  local query, flaws = { type = given.type, limit = given.limit, properties = {} }, {}
  for _, condition in ipairs(is_list(given.conditions) and given.conditions or {}) do
    local of = type(condition) == "table" and condition or {}
    if of.matchQuantifier == "none" then
      flaws[#flaws + 1] = "matchQuantifier takes any or all: nothing is compared to differ"
    elseif of.matchType == "property" then
      table.insert(query.properties, { pid = of.propertyId, v = of.propertyValue })
    elseif of.matchType == "name" or of.matchType == "id" then
      query.query = of.propertyValue
    else
      flaws[#flaws + 1] = "matchType takes name, id or property"
    end
  end
  return query, flaws
end

function drafted.match(source, asked)
  if not is_list(asked.queries) then return refusal(400, "match takes queries, a list") end
  local list, flaws, results = {}, {}, mix.json.array({})
  for place, given in ipairs(asked.queries) do list[place], flaws[place] = query_of(given) end
  local answer = batch(source, list)
  if answer.status then return answer end
  for place in ipairs(list) do
    local found = answer.json[tostring(place)]
    local messages = found.messages or {}
    table.move(messages, 1, #messages, #flaws[place] + 1, flaws[place])
    results[place] = { candidates = found.result,
      messages = #flaws[place] > 0 and flaws[place] or nil }
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

-- The properties and types whose identifier or name contains a text, after the first `skipped`.
local function matching(list, prefix, limit, skipped)
  local found, wanted = mix.json.array({}), mix.text.fold(prefix)
  for _, each in ipairs(list) do
    if each.id == prefix or mix.text.fold(each.name):find(wanted, 1, true) then
      if skipped <= 0 and #found < limit then found[#found + 1] = each end
      skipped = skipped - 1
    end
  end
  return found
end

-- Versions to 0.2 skip by `cursor`, 1.0 by `offset`. There are few properties and types: all of
-- them are shown unless the client wants fewer.
local function suggest(source, what, query)
  local prefix, limit = query.prefix or "", query:number("limit", nil, 1, math.maxinteger)
  local skipped = query:number("cursor", nil, 0, 1000000)
    or query:number("offset", nil, 0, 1000000) or 0
  if what == "property" or what == "type" then
    local list = what == "type" and types_of(source) or source:properties()
    return { json = { result = matching(list, prefix, limit or #list, skipped) } }
  elseif what ~= "entity" then
    return nil
  end
  local result, most = mix.json.array({}), math.min(limit or most_suggested, most_suggested)
  local found, problem = source:suggest(prefix, most, skipped)
  if not found then return refusal(503, problem) end
  for place, entity in ipairs(found) do
    result[place] = { id = entity.id, name = entity.name, description = entity.description,
      notable = { short(entity.type) } }
  end
  return { json = { result = result } }
end

-- The entity of an identifier; nil, and the refusal where the source cannot tell.
local function entity_of(source, id)
  if not id then return nil end
  local found, problem = source:get({ id })
  return found[id], not found[id] and problem and refusal(503, problem) or nil
end

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
  local entity, refused = entity_of(source, query.id)
  if not entity then return refused end
  return { headers = { ["content-type"] = "text/html; charset=utf-8" },
    body = page:format(escaped(entity.name), card(source, entity)) }
end

local function flyout(source, what, query)
  if what ~= "entity" then return nil end
  local entity, refused = entity_of(source, query.id)
  return entity and { json = { id = entity.id, html = card(source, entity) } } or refused
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
  if request.method == "POST" then return refusal(400, "a form takes queries, query or extend") end
  return { json = protocol.manifest(source, request.base) }
end

local function routed(source, request)
  local first, second = request.parts[1], request.parts[2]
  if not first or first == "" then return asked_of(source, request) end
  if first == "suggest" then return suggest(source, second, request.query) end
  if first == "flyout" then return flyout(source, second, request.query) end
  if first == "extend" and second == "propose" then return properties(source, request.query) end
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
