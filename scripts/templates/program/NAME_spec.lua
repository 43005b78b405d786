-- mixhost test NAME

local provider = require("providers.NAME")

describe("the search", function()
  it("gives tracks", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = { results = {
      { trackName = "Stay", artistName = "Ada Lune", releaseDate = "2021-07-09T07:00:00Z" },
      { kind = "other" },
    } } } })
    assert.are.same({ { title = "Stay", artist = "Ada Lune", release_date = "2021-07-09" } },
      provider.open():search("stay", 10))
  end)

  it("says why there is nothing", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { status = 404, body = "" } })
    local tracks, reason = provider.open():search("stay", 10)
    assert.is_nil(tracks)
    assert.matches("404", reason)
  end)
end)
