-- The mocks hold against the answers of their services, as `mixhost mock check` says.

local running = require("spec.mock.running")

it("each mock sends what its service sends", function()
  local names = mix.fs.list("scripts/services")
  assert.are.same({}, running(names):differences(names))
end)
