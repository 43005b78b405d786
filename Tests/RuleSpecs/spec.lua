-- Collects what differs from what was expected, so that one run shows every difference.

local Spec = {}
Spec.__index = Spec

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

-- A value as text; tables with their keys in order.
local function show(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for _, key in ipairs(sorted_keys(value)) do
    parts[#parts + 1] = ("%s = %s"):format(tostring(key), show(value[key]))
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

--- Compares two values by their contents.
function Spec:equal(what, found, expected)
  self.checks = self.checks + 1
  local a, b = show(found), show(expected)
  if a ~= b then
    self.failures[#self.failures + 1] = ("%s: %s, expected %s"):format(what, a, b)
  end
end

--- Compares only the fields that are expected; false expects a field to be missing.
function Spec:fields(what, found, expected)
  for _, name in ipairs(sorted_keys(expected)) do
    local value = expected[name]
    self:equal(what .. " ." .. name, found[name] or nil, value or nil)
  end
end

--- What a spec file returns: how many checks there were, and what failed.
function Spec:result() return { checks = self.checks, failures = self.failures } end

local spec = {}

function spec.new() return setmetatable({ checks = 0, failures = {} }, Spec) end

--- A set from a list.
function spec.set(...)
  local set = {}
  for _, member in ipairs({ ... }) do set[member] = true end
  return set
end

return spec
