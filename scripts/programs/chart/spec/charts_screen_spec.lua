-- The screen of the charts, without a browser.

local screen_nodes = require("spec.screen_nodes")

local node = screen_nodes.first

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
    assert.matches("comes with mixhost, updated", node(tree, "text").text)
  end)

  it("leads to the first steps until the chart was refreshed", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = {
      resultCount = 1, results = { song } } } })
    local screen, places = mix.test.screen("charts"), {}
    for place, link in ipairs(screen_nodes.all(node(screen:tree(), "page"), "link")) do
      places[place] = link.href
    end
    assert.are.same({ "/demo", "/screens/host/settings", "/screens/books/books",
      "/screens/match/match" },
      places)
    assert.is_nil(node(screen:act("refresh"), "page"))
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
      shares[#shares + 1] = progress and progress.total and progress.done .. "/" .. progress.total
        or not progress and "no work" or nil
    end
    local tree = screen:act("refresh")
    assert.are.same({}, screen.state.model.problems)
    assert.equal("0/10", shares[1])
    -- The last song and the end may come as one.
    assert.is_true(#shares > 2 and shares[#shares] ~= "0/10")
    for _, share in ipairs(shares) do assert.matches("/10$", share) end
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

  it("filters its songs", function()
    local screen = mix.test.screen("charts")
    local first = node(screen:tree(), "table").rows[1]
    local tree = screen:act("filter", { text = first.title:upper() })
    assert.equal(first.place, node(tree, "table").rows[1].place)
    assert.equal("No song is like that.",
      node(screen:act("filter", { text = "no such song" }), "table").empty)
  end)

  it("looks songs up in another store from then on", function()
    mix.test.mock_http({})
    local screen = mix.test.screen("charts")
    local tree = screen:act("filter", { store = "de" })
    assert.matches("Refresh", node(tree, "message").text)
    assert.equal("de", mix.env.setting("chart.country"))
    assert.are.same({}, mix.test.requests())
    assert.error_matches(function() screen:act("filter", { store = "xx" }) end, "is not one of")
    screen:act("filter", { store = "us" })
  end)

  it("saves settings that fit, and says what does not", function()
    local screen = mix.test.screen("charts")
    screen:act("settings")
    local tree = screen:act("save", { ["chart.every"] = "6h", ["chart.country"] = "germany" })
    assert.matches("Not saved: the fields", node(tree, "message").text, 1, true)
    assert.equal("6h", mix.env.setting("chart.every"))
    local form, fields = node(tree, "form"), {}
    for _, field in ipairs(form.fields) do fields[field.name] = field end
    assert.matches("two letters", fields["chart.country"].error)
    assert.equal("germany", fields["chart.country"].value)
    tree = screen:act("save", { ["chart.every"] = "off", ["chart.country"] = "us" })
    assert.is_nil(node(tree, "form"))
    assert.equal("default", mix.env.source("chart.every"))
  end)

  it("hands its songs over as CSV", function()
    local screen = mix.test.screen("charts")
    local file = node(screen:act("export"), "file")
    assert.equal("chart.csv", file.name)
    assert.matches("^\xEF?\xBB?\xBF?rank,title,artist", file.text)
    assert.equal(11, select(2, file.text:gsub("\r\n", "")))
  end)

  it("shows what moved since the list before", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = {
      resultCount = 0, results = mix.json.array({}) } } })
    local screen = mix.test.screen("charts")
    screen:act("refresh")
    local lists = mix.store.open("lists")
    local newest = lists:find({ order = "time", descending = true, limit = 1 })[1]
    local earlier = { id = newest.id .. "0", origin = newest.origin, address = newest.address,
      source = "local", time = newest.time - 60, entries = mix.json.array({}) }
    for place, entry in ipairs(newest.entries) do
      earlier.entries[place] = { rank = entry.rank, title = entry.title, artist = entry.artist }
    end
    local first, second = earlier.entries[1], earlier.entries[2]
    first.title, second.title = second.title, first.title
    first.artist, second.artist = second.artist, first.artist
    lists:put(earlier)
    local rows = node(mix.test.screen("charts"):tree(), "table").rows
    assert.are.same({ "▲1", "▼1" }, { rows[1].moved, rows[2].moved })
  end)
end)
