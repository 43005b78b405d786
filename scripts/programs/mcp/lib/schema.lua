-- Checks the arguments of a call against the tool's schema, of which it knows the words below. A
-- null in place of an argument is none: programs write so what an assistant has not said.

local has = require("lib.has")
local wire = require("programs.mcp.lib.wire")

local schema = {}

local kinds = {
  string = function(value) return type(value) == "string" end,
  integer = function(value) return math.type(value) == "integer" end,
  array = function(value) return type(value) == "table" and mix.json.is_array(value) end,
  object = wire.is_object,
}

local function of_object(value, rule, name)
  for field in pairs(rule.properties or {}) do
    if value[field] == mix.json.null then value[field] = nil end
  end
  for _, field in ipairs(rule.required or {}) do
    if value[field] == nil then return ("%s.%s is missing"):format(name, field) end
  end
  if not rule.properties then return nil end
  for field, inner in pairs(value) do
    local known = rule.properties[field]
    if not known then return ("%s.%s is not known"):format(name, tostring(field):sub(1, 100)) end
    local flaw = schema.flaw(inner, known, ("%s.%s"):format(name, field))
    if flaw then return flaw end
  end
end

--- Returns what is wrong with a value; nil: nothing. `name`: what it is called in the answer.
function schema.flaw(value, rule, name)
  if not kinds[rule.type](value) then
    return ("%s is %s %s"):format(name, rule.type:find("^[aio]") and "an" or "a", rule.type)
  end
  if rule.enum and not has(rule.enum, value) then
    return ("%s is one of %s"):format(name, table.concat(rule.enum, ", "))
  end
  if rule.minimum and value < rule.minimum or rule.maximum and value > rule.maximum then
    return ("%s is %d to %d"):format(name, rule.minimum, rule.maximum)
  end
  if rule.maxLength and #value > rule.maxLength then
    return ("%s has at most %d bytes"):format(name, rule.maxLength)
  end
  if rule.type == "object" then return of_object(value, rule, name) end
  if rule.type ~= "array" then return nil end
  if #value < (rule.minItems or 0) or #value > rule.maxItems then
    return ("%s has %d to %d items"):format(name, rule.minItems or 0, rule.maxItems)
  end
  for place, item in ipairs(value) do
    local flaw = schema.flaw(item, rule.items, ("%s[%d]"):format(name, place))
    if flaw then return flaw end
  end
end

return schema
