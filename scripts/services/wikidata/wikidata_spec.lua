-- mixhost test scripts/services/wikidata: the provider against the answers of Wikidata.

require("lib.spec.answers").hold("wikidata")

it("asks Wikidata again while its copies are behind, after the time that it names", function()
  mix.test.clock()
  local behind = { headers = { ["Retry-After"] = "5" }, json = { error = { code = "maxlag" } } }
  local found = { json = { search = mix.json.array({}) } }
  mix.test.mock_http({ ["GET https://www.wikidata.org/*"] = { behind, behind, found } })
  local service = require("services.wikidata.provider").open()
  local start = mix.time.monotonic()
  assert.are.same({}, (assert(service:search({ title = "Dune", author = "Herbert" }))))
  assert.are.same({ 3, true }, { #mix.test.requests(), mix.time.monotonic() - start >= 10 })
end)
