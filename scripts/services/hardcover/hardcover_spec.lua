-- mixhost test scripts/services/hardcover: the provider against the answers of Hardcover.

require("lib.spec.answers").hold("hardcover")

local none = { data = { search = { results = { hits = mix.json.array({}) } } } }

describe("hardcover: a search", function()
  it("is kept, is asked again after a short fault, and takes operators for words", function()
    mix.test.clock()
    mix.test.mock_http({ ["POST https://api.hardcover.app/v1/graphql"] = { { status = 503 },
      { json = none }, { status = 500 } } })
    local service = require("services.hardcover.provider").open()
    local asked = { title = '-"Quay" -* x-y', author = "Ann" }
    assert.is_false(select(2, assert(service:search(asked))).cached)
    assert.is_true(select(2, assert(service:search(asked))).cached)
    assert.equal(2, #mix.test.requests())
    assert.equal("Quay x-y Ann", mix.json.decode(mix.test.requests()[2].body).variables.words)
  end)
end)
