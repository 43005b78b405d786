local recipe = require("recipe")

local function itunes(results)
  mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = { results = results } } })
end

describe("recipes of music:", function()
  it("albums takes what fits and leaves the others empty", function()
    itunes({
      { trackName = "Hurt", artistName = "Nine Inch Nails", collectionName = "The Downward Spiral" },
      { trackName = "Hurt", artistName = "Johnny Cash", collectionName = "American IV",
        releaseDate = "2002-11-05T08:00:00Z", artworkUrl100 = "https://example.com/100x100bb.jpg" },
    })
    local lines = recipe.run("albums").lines
    assert.are.equal("title,artist,album,date,cover", lines[1])
    local text = table.concat(lines, "\n")
    assert.matches("Hurt,Johnny Cash,American IV,2002%-11%-05,https://example.com/600x600bb.jpg", text)
    assert.matches("Stay,Kid Laroi,,,", text)
  end)

  it("apple_chart lists ranks, and says when Apple refuses", function()
    mix.test.mock_http({
      ["GET https://rss.marketingtools.apple.com/api/v2/de/music/most-played/10/songs.json"] = { json = {
        feed = { results = { { name = "Stay", artistName = "Ada Lune", releaseDate = "2021-07-09" } } },
      } },
      ["GET https://rss.marketingtools.apple.com/api/v2/xx/*"] = { status = 404, body = "<html>" },
    })
    assert.are.same({ { rank = 1, title = "Stay", artist = "Ada Lune", released = "2021-07-09" } },
      recipe.run("apple_chart", "de").rows)
    assert.matches("Apple answered 404", recipe.failure("apple_chart", "xx"))
  end)

  it("lookup asks once for all identifiers", function()
    itunes({ { trackId = 7, trackName = "Stay", artistName = "Ada Lune" } })
    assert.are.same({ { id = 7, title = "Stay", artist = "Ada Lune" } }, recipe.run("lookup", "7", "8").rows)
    local asked = mix.test.requests()
    assert.are.equal(1, #asked)
    assert.matches("id=7%%2C8", asked[1].url)
  end)

  it("top_tracks keeps Deezer's order and finds errors with status 200", function()
    mix.test.mock_http({
      ["GET https://api.deezer.com/search/artist?q=Ada"] = { json = { data = { { id = 5, name = "Ada" } } } },
      ["GET https://api.deezer.com/artist/5/top*"] = { json = { data = {
        { title = "B", duration = 120 }, { title = "A", duration = 90 },
      } } },
      ["GET https://api.deezer.com/search/artist?q=Bob"] = { json = { error = { message = "Quota limit exceeded" } } },
    })
    local rows = recipe.run("top_tracks", "Ada").rows
    assert.are.same({ "B", "2m", "A" }, { rows[1].title, rows[1].length, rows[2].title })
    assert.matches("Quota limit exceeded", recipe.failure("top_tracks", "Bob"))
  end)

  it("recordings shows lengths where they are known", function()
    mix.test.mock_http({ ["GET https://musicbrainz.org/ws/2/recording*"] = { json = { recordings = {
      { title = "Stay", length = 141805, ["artist-credit"] = { { name = "Ada Lune" } } },
      { title = "Stay", length = mix.json.null, ["artist-credit"] = { { name = "Ada Lune" } } },
    } } } })
    local rows = recipe.run("recordings", "Stay", "Ada Lune").rows
    assert.are.equal("141s", rows[1].length)
    assert.is_nil(rows[2].length)
  end)

  it("patience shows what it knows when no answer comes", function()
    local asked = 0
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = function()
      asked = asked + 1
      if asked > 1 then mix.task.sleep(60) end
      return { json = { results = { { trackName = "Stay" } } } }
    end })
    assert.are.same({ "Stay\tfresh" }, recipe.run("patience").lines)
    assert.are.same({ "Stay\tof an earlier run" }, recipe.run("patience").lines)
  end)

  it("either takes the service that answers first", function()
    mix.test.mock_http({
      ["GET https://itunes.apple.com/*"] = function()
        mix.task.sleep(60)
        return { json = { results = { { artistName = "late" } } } }
      end,
      ["GET https://api.deezer.com/search/artist?q=Ada"] = { json = { data = { { name = "Ada Lune" } } } },
      ["GET https://api.deezer.com/search/artist?q=Nobody"] = { json = { data = {} } },
    })
    assert.are.same({ "Ada Lune\tsays Deezer" }, recipe.run("either", "Ada").lines)
    assert.are.same({ "nobody\tsays Deezer" }, recipe.run("either", "Nobody").lines)
  end)

  it("moved says what changed since the last run", function()
    assert.are.same({ "1\tBlinding Lights\tnew", "2\tLevitating\tnew", "3\tBad Guy\tnew" },
      recipe.run("moved").lines)
    assert.are.same("1\tBlinding Lights\t", recipe.run("moved").lines[1])
  end)
end)
