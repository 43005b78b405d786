-- Shared by specs that are tables of examples.

local cases = {}

--- Asserts that a record has the fields that are expected; false expects a field to be missing.
function cases.has_fields(expected, found)
  local present, wanted = {}, {}
  for name, value in pairs(expected) do
    present[name], wanted[name] = found[name] or nil, value or nil
  end
  assert.are.same(wanted, present)
end

--- A function that declares a test: `expect(what, decision, query, candidate)`.
function cases.decisions(rules)
  return function(what, decision, query, candidate)
    it(what, function()
      local match = mix.match.best(query, { candidate }, rules)
      assert.equal(decision, match.decision, match.reason)
    end)
  end
end

--- A set from a list.
function cases.set(...)
  local set = {}
  for _, member in ipairs({ ... }) do set[member] = true end
  return set
end

return cases
