local copied = require("lib.program_screen.copied")

describe("the copy of a state", function()
  it("shares no table with it", function()
    local state = { rows = { { a = 1 } }, text = "x", open = true }
    local copy = copied(state)
    assert.same(state, copy)
    copy.rows[1].a = 2
    assert.equal(1, state.rows[1].a)
  end)

  it("keeps what its tables are", function()
    local kind = { __index = { name = "k" } }
    local copy = copied({
      rows = mix.json.array({ 1, { 2 } }), none = mix.json.array({}),
      of_a_kind = setmetatable({}, kind),
    })
    assert.equal('{"none":[],"of_a_kind":{},"rows":[1,[2]]}', mix.json.encode(copy))
    assert.equal("k", copy.of_a_kind.name)
  end)
end)
