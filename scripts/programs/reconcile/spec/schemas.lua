-- The shapes of the Reconciliation Service API 0.2, with what 1.0 wants besides, written after the
-- specifications: what an answer must have, and of which type. Each check returns what is wrong, or
-- nil.

local schemas = {}

local function is_list(value) return type(value) == "table" and mix.json.is_array(value) end

local function fault_of(value, shape, place)
  if type(shape) == "function" then return shape(value, place) end
  if type(shape) == "string" then
    local fits = type(value) == shape
    return not fits and ("%s: %s, not a %s"):format(place, tostring(value), shape) or nil
  end
  if type(value) ~= "table" or is_list(value) then return place .. ": not an object" end
  for name, of in pairs(shape) do
    local optional = name:sub(-1) == "?"
    local key = optional and name:sub(1, -2) or name
    if value[key] == nil and not optional then return ("%s.%s is missing"):format(place, key) end
    local fault = value[key] ~= nil and fault_of(value[key], of, place .. "." .. key)
    if fault then return fault end
  end
end

-- A list of things of one shape.
local function list(shape)
  return function(value, place)
    if not is_list(value) then return place .. ": not a list" end
    for index, each in ipairs(value) do
      local fault = fault_of(each, shape, ("%s[%d]"):format(place, index))
      if fault then return fault end
    end
  end
end

-- An object of any names, whose values have one shape.
local function named(shape)
  return function(value, place)
    if type(value) ~= "table" or is_list(value) then return place .. ": not an object" end
    for name, each in pairs(value) do
      local fault = fault_of(each, shape, place .. "." .. name)
      if fault then return fault end
    end
  end
end

local function with(pattern)
  return function(value, place)
    if type(value) ~= "string" or not value:find(pattern) then
      return ("%s: %s has no %s"):format(place, tostring(value), pattern)
    end
  end
end

-- A number or a truth value.
local function measured(value, place)
  if type(value) ~= "number" and type(value) ~= "boolean" then return place .. ": no measure" end
end

local function versions(value, place)
  local fault = list("string")(value, place)
  if fault then return fault end
  for _, version in ipairs(value) do if version == "0.2" then return nil end end
  return place .. ": 0.2 is missing"
end

local thing = { id = with("."), name = with("."), ["description?"] = "string" }
local of_type = { id = with("."), name = with(".") }
local service = { service_url = with("^https?://"), service_path = with("^/"),
  ["flyout_service_path?"] = with("%${id}") }

local shapes = {
  manifest = {
    versions = versions, name = with("."), identifierSpace = with("^%a+:"),
    schemaSpace = with("^%a+:"), defaultTypes = list(of_type), batchSize = "number",
    view = { url = with("{{id}}") },
    preview = { url = with("{{id}}"), width = "number", height = "number" },
    suggest = { entity = service, property = service, type = service },
    extend = {
      propose_properties = service,
      property_settings = list({ type = with("^number$"), label = "string", name = "string" }),
      proposeProperties = "boolean",
      propertySettings = list({ type = with("^number$"), id = "string", name = "string",
        helpText = "string" }),
    },
  },
  results = named({
    result = list({
      id = with("."), name = with("."), ["description?"] = "string", score = "number",
      match = "boolean", type = list(of_type), features = list({ id = with("."),
        name = with("."), value = measured }),
    }),
    ["messages?"] = list("string"),
  }),
  suggestions = { result = list(thing) },
  proposal = { properties = list(of_type), ["type?"] = "string", ["limit?"] = "number" },
  extension = { meta = list(of_type), rows = named(named(list({ str = "string" }))) },
}

--- Returns what is wrong with an answer by the shape of a name; nil for nothing.
function schemas.fault(name, value) return fault_of(value, shapes[name], name) end

return schemas
