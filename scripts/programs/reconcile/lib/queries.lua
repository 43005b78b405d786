-- Reads the queries of a batch (Reconciliation API 0.2, section 4) and answers each.

local identifiers = require("lib.identifiers")
local judging = require("programs.reconcile.lib.judging")
local kinds = require("programs.reconcile.lib.kinds")

local queries = {}

--- The most queries that a batch may have, and those that clients are asked for.
queries.most, queries.usual = 1000, 50
local most_candidates, usual_candidates = 100, 10
-- Queries that are judged without a wait.
local turn = 25

-- Names are shorter; rules would compare for long.
local most_bytes = 2000

local strictness = { any = true, all = true, should = true }

-- The text of one value of a property: a text, a number, a truth value or an entity.
local function value_of(value)
  if type(value) == "table" then value = value.name or value.id end
  if type(value) == "number" then value = math.tointeger(value) or value end
  if value == nil or type(value) == "table" then return nil end
  return tostring(value)
end

-- The texts of a property's value, which may be a list; nil for a value without a text. An empty
-- object is none: a null in a list.
local function values_of(value)
  local list = type(value) == "table" and (mix.json.is_array(value) or #value > 0) and value
    or { value }
  local texts = {}
  for _, each in ipairs(list) do
    local text = value_of(each)
    if not text and next(each) ~= nil then return nil end
    texts[#texts + 1] = text
  end
  return texts
end

local function limit_of(given, note)
  if given == nil then return usual_candidates end
  -- Forms of a page send texts.
  given = tonumber(given)
  local limit = given and math.tointeger(given // 1)
  if not limit or limit < 1 then
    note(("limit takes 1 to %d"):format(most_candidates))
    return usual_candidates
  end
  return math.min(limit, most_candidates)
end

-- The types of a source that a query asks for, by its types and how strictly it means them.
local function types_of(source, given, strict, note)
  local wanted = type(given) == "string" and { given } or type(given) == "table" and given or {}
  if #wanted == 0 then return source.types end
  if strict and not strictness[strict] then note("type_strict takes any, all or should") end
  local found, asked = {}, {}
  for _, id in ipairs(wanted) do
    if type(id) == "table" then id = id.id end
    if id ~= "" then asked[tostring(id)] = true end
  end
  if next(asked) == nil then return source.types end
  for _, each in ipairs(source.types) do
    if asked[each.id] then
      found[#found + 1], asked[each.id] = each, nil
    end
  end
  for id in pairs(asked) do note(("unknown type: %s"):format(id)) end
  if strict == "should" and #found == 0 then return source.types end
  -- No entity has two types.
  return strict == "all" and #wanted > #found and {} or found
end

-- The properties of a query, {pid = texts}; those that no type has are named.
local function properties_of(source, given, note)
  local found = {}
  if given ~= nil and type(given) ~= "table" then note("properties takes a list") end
  for _, property in ipairs(type(given) == "table" and given or {}) do
    local pid = type(property) == "table" and property.pid
    local texts = pid and values_of(property.v)
    if type(pid) ~= "string" or not texts then
      note("a property takes pid and v")
    elseif not source:has(pid) then
      note(("unknown property: %s"):format(pid))
    elseif #table.concat(texts, "; ") > most_bytes then
      note(("%s is too long: %d bytes are compared at most"):format(pid, most_bytes))
    elseif #texts > 0 then
      found[pid] = texts
    end
  end
  return found
end

-- Reads a query: {text, properties, types, limit, messages}.
local function read(source, given)
  local messages, seen = {}, {}
  local function note(message)
    if not seen[message] then messages[#messages + 1], seen[message] = message, true end
  end
  if type(given) == "string" then given = { query = given } end
  if type(given) ~= "table" then given = {} end
  local text = given.query
  if text ~= nil and type(text) ~= "string" then text = value_of(text) end
  if text and #text > most_bytes then
    note(("the query is too long: %d bytes are compared at most"):format(most_bytes))
    text = nil
  end
  local query = {
    text = text and text:match("^%s*(.-)%s*$") or "",
    properties = properties_of(source, given.properties, note),
    types = types_of(source, given.type, given.type_strict, note),
    limit = limit_of(given.limit, note), messages = messages,
  }
  if query.text == "" and next(query.properties) == nil then
    note("a query is an object with query or properties")
    query.types = {}
  end
  return query
end

local function record_of(source, type_of, query)
  local properties = query.properties
  -- A column of ISBNs names its books by these.
  if identifiers.isbn(query.text) and not properties.isbn and source:has("isbn") then
    properties = { isbn = { query.text } }
    for pid, texts in pairs(query.properties) do properties[pid] = texts end
    return source:record(type_of, properties)
  end
  local record = source:record(type_of, properties)
  if query.text ~= "" and kinds.text(record[type_of.named_by]) == nil then
    record[type_of.named_by] = query.text
  end
  return record
end

--- Answers a batch {key = query}: {key = {result, messages}}. Queries of one type are looked up
--- together.
function queries.answer(source, batch)
  local read_by, found, answers = {}, {}, {}
  for key, given in pairs(batch) do
    read_by[key], found[key] = read(source, given), {}
  end
  for _, type_of in ipairs(source.types) do
    local keys, records, texts = {}, {}, {}
    for key, query in pairs(read_by) do
      for _, wanted in ipairs(query.types) do
        if wanted == type_of then
          keys[#keys + 1], records[#records + 1] = key, record_of(source, type_of, query)
          texts[#texts + 1] = query.text
        end
      end
    end
    local lists = #keys > 0 and source:near(type_of, records, texts) or {}
    for place, key in ipairs(keys) do
      -- Others wait for the engine, which ends what computes for long.
      if place % turn == 0 then mix.task.sleep(0) end
      local entities, problem = lists[place], lists[place].problem
      local candidates
      if not problem then
        candidates, problem = judging.candidates(type_of, records[place], entities, texts[place])
      end
      if problem then table.insert(read_by[key].messages, problem) end
      table.move(candidates or {}, 1, #(candidates or {}), #found[key] + 1, found[key])
    end
  end
  for key, query in pairs(read_by) do
    answers[key] = {
      result = judging.ordered(found[key], query.limit, query.text),
      messages = #query.messages > 0 and query.messages or nil,
    }
  end
  return answers
end

return queries
