-- The screen of the charts, without a browser.

local function node(tree, kind)
  for _, child in ipairs(tree.children) do
    if child.kind == kind then return child end
  end
end

local song = { wrapperType = "track", kind = "song", trackId = 5, trackName = "Slow Tide",
  artistName = "The Lunes", collectionName = "Harbour", releaseDate = "2020-05-01T00:00:00Z",
  artworkUrl100 = "https://example.com/a/100x100bb.jpg",
  previewUrl = "https://example.com/p.m4a" }

describe("the screen of the charts", function()
  it("shows the list that comes with mixhost, and asks nobody", function()
    mix.test.mock_http({})
    local tree = mix.test.screen("charts"):tree()
    assert.equal(10, #node(tree, "table").rows)
    assert.are.same({}, mix.test.requests())
    assert.matches("local chart of", node(tree, "text").text)
  end)

  it("fills its rows in as the songs are found", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = {
      resultCount = 1, results = { song } } } })
    local screen = mix.test.screen("chart/charts")
    screen:tree()
    screen.state.model.entries = { { rank = 1, title = "Slow Tide", artist = "The Lunes" } }
    local shares = {}
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress.total then shares[#shares + 1] = progress.done .. "/" .. progress.total end
    end
    local tree = screen:act("refresh")
    assert.equal("0/10", shares[1])
    assert.equal("10/10", shares[#shares])
    assert.is_nil(node(tree, "progress"))
    assert.equal(10, #node(tree, "table").rows)
    assert.is_truthy(node(tree, "table").rows[1].match)
  end)

  it("says what went wrong, and keeps what is there", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { status = 400 } })
    local screen = mix.test.screen("charts")
    local tree = screen:act("refresh")
    assert.equal(10, #node(tree, "table").rows)
    assert.equal("failed", node(tree, "table").rows[1].match)
  end)

  it("opens a song and closes it", function()
    local screen = mix.test.screen("charts")
    local tree = screen:act("open", 3)
    assert.equal(tree.children and node(tree, "table").rows[3].title, node(tree, "detail").title)
    assert.is_nil(node(screen:act("close"), "detail"))
    assert.error_matches(function() screen:act("open", 99) end, "there is no place '99' now")
  end)
end)
