-- mixhost test scripts/services/wikidata: the provider against the answers of Wikidata.

local provider = require("services.wikidata.provider")

require("lib.spec.answers").hold("wikidata")

describe("Wikidata", function()
  it("is asked again while its copies are behind, after the time that it names", function()
    mix.test.clock()
    local behind = { headers = { ["Retry-After"] = "5" }, json = { error = { code = "maxlag" } } }
    mix.test.mock_http({ ["GET https://www.wikidata.org/*"] = {
      behind, behind, { json = { search = mix.json.array({}) } } } })
    local start = mix.time.monotonic()
    assert.are.same({}, (assert(provider.open({ contact = "a@b.example", language = "en" })
      :search({ title = "Dune", author = "Herbert" }))))
    assert.equal(3, #mix.test.requests())
    assert.is_true(mix.time.monotonic() - start >= 10)
  end)
end)
