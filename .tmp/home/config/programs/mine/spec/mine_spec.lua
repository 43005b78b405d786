-- mixhost test mine

local provider = require("providers.mine")

describe("the search", function()
  it("gives tracks", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = { results = {
      { trackId = 1, trackName = "Stay", artistName = "Ada Lune",
        releaseDate = "2021-07-09T07:00:00Z" },
      { kind = "other" },
    } } } })
    assert.are.same({
      { id = 1, title = "Stay", artist = "Ada Lune", release_date = "2021-07-09" },
    }, (provider.open():search({ title = "stay", limit = 10 })))
  end)

  it("says why there is nothing", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { status = 404, body = "" } })
    local tracks, err = provider.open():search({ title = "stay", limit = 10 })
    assert.is_nil(tracks)
    assert.are.same({ "not_found", 404, "mine" }, { err.kind, err.status, err.provider })
  end)
end)
