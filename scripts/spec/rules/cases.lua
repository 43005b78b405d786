-- Tables of examples as tests: each example is a test of its own name.

local values = require("lib.spec.values")

local Cases = {}
Cases.__index = Cases

--- Declares that two values have the same contents.
function Cases.equal(_, what, found, expected)
  it(tostring(what), function() assert.are.same(expected, found) end)
end

--- Declares that a record has the fields that are expected; false expects a field to be missing.
function Cases.fields(_, what, found, expected)
  it(values.show(what), function()
    local present, wanted = {}, {}
    for name, value in pairs(expected) do
      present[name], wanted[name] = found[name] or nil, value or nil
    end
    assert.are.same(wanted, present)
  end)
end

local cases = {}

--- The declarations, as methods.
function cases.new() return setmetatable({}, Cases) end

--- A set from a list.
function cases.set(...)
  local set = {}
  for _, member in ipairs({ ... }) do set[member] = true end
  return set
end

return cases
