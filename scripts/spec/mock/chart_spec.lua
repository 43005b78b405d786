-- The mocks of the chart and of Apple's charts.

local running = require("spec.mock.running")

local function chart(options) return running({ "itunes" }, options):get("chart/kworb.json").json end

describe("the mock of the chart", function()
  it("ranks from 1, with the known songs first, and no song twice", function()
    local rows, seen = chart({ size = 1000, ["chart-size"] = 100 }), {}
    assert.equal(100, #rows)
    for rank, row in ipairs(rows) do
      assert.equal(rank, row.rank)
      local key = (row.title .. "|" .. row.artist):lower()
      assert.is_nil(seen[key])
      seen[key] = true
    end
    assert.same({ rank = 1, title = "Blinding Lights", artist = "The Weeknd" }, rows[1])
    assert.same({ rank = 10, title = "Bad Guy", artist = "Billie Eilish" }, rows[10])
  end)

  it("has a release by the artist at iTunes for all but one of a hundred", function()
    local mock = running({ "itunes" }, { size = 1000, ["chart-size"] = 100 })
    local missing = {}
    for _, entry in ipairs(mock:get("chart/kworb.json").json) do
      local found = mock:get("itunes/search", {
        term = entry.artist .. " " .. entry.title, limit = 10 }).json.results
      local is_there = false
      for _, track in ipairs(found) do
        local start = entry.artist:lower():sub(1, 5)
        is_there = is_there or track.artistName:lower():sub(1, #start) == start
      end
      if not is_there then
        missing[#missing + 1] = entry.rank
        -- The songs found are other people's: a match must refuse them.
        assert.is_true(#found > 0)
      end
    end
    assert.same({ 73 }, missing)
  end)

  it("depends on its options alone", function()
    local rows = chart({ size = 500 })
    assert.same(rows, chart({ size = 500 }))
    assert.are_not.same(rows, chart({ size = 500, seed = 2 }))
  end)

  it("may be as large as its catalogue", function()
    for _, size in ipairs({ 1, 9, 10, 11, 150 }) do
      assert.equal(size, #chart({ size = size, ["chart-size"] = size }))
    end
  end)
end)

describe("the mock of Apple's charts", function()
  local function apple(mock, country, limit)
    local answer = mock:get(
      ("apple_charts/%s/music/most-played/%d/songs.json"):format(country, limit))
    assert.equal(200, answer.status)
    return answer.json.feed
  end

  local function started(options) return running({ "apple_charts", "itunes" }, options) end

  it("answers in the service's shape", function()
    local feed = apple(started(), "us", 25)
    assert.same({ "Top Songs", "us" }, { feed.title, feed.country })
    assert.matches("/api/v2/us/music/most%-played/25/songs%.json$", feed.id)
    assert.matches("^%a%a%a, %d%d %a%a%a %d%d%d%d 00:00:00 %+0000$", feed.updated)
    assert.equal(25, #feed.results)
    local first = feed.results[1]
    assert.same({ "Blinding Lights", "The Weeknd", "songs" },
      { first.name, first.artistName, first.kind })
    assert.matches("^%d%d%d%d%-%d%d%-%d%d$", first.releaseDate)
    assert.matches("/100x100bb%.jpg$", first.artworkUrl100)
    assert.matches("?i=" .. first.id, first.url, 1, true)
    -- With Apple's own spelling.
    local advised = false
    for _, row in ipairs(feed.results) do
      advised = advised or row.contentAdvisoryRating == "Explict"
    end
    assert.is_true(advised)
  end)

  it("has ids that are tracks of a lookup, all in one call", function()
    for _, country in ipairs({ "us", "gb" }) do
      local mock = started()
      local rows, ids = apple(mock, country, 100).results, {}
      assert.equal(100, #rows)
      for place, row in ipairs(rows) do ids[place] = row.id end
      local tracks = mock:get("itunes/lookup", {
        id = table.concat(ids, ","), country = country }).json.results
      assert.equal(100, #tracks)
      for place, track in ipairs(tracks) do
        local row = rows[place]
        assert.same({ row.id, row.name, row.artistName, row.releaseDate },
          { tostring(track.trackId), track.trackName, track.artistName,
            track.releaseDate:sub(1, 10) })
      end
    end
  end)

  it("is looked up by 200 ids at most; the rest is ignored", function()
    local ids = {}
    -- The albums' tracks: every song has one.
    for place = 0, 200 do ids[place + 1] = 1000000001 + place * 32 end
    local tracks = started({ size = 2000 }):get("itunes/lookup", {
      id = table.concat(ids, ",") }).json.results
    assert.equal(200, #tracks)
    for place, track in ipairs(tracks) do assert.equal(ids[place], track.trackId) end
  end)

  it("depends on its options and the store alone", function()
    local charts = {}
    for place, case in ipairs({
      { {}, "us" }, { { size = 100000, ["chart-size"] = 100 }, "us" }, { {}, "de" }, { {}, "de" },
      { { seed = 2 }, "de" },
    }) do
      charts[place] = apple(started(case[1]), case[2], 10).results
    end
    assert.same(charts[1], charts[2])
    assert.same(charts[3], charts[4])
    assert.are_not.same(charts[1], charts[3])
    assert.are_not.same(charts[3], charts[5])
  end)

  it("is short where the catalogue is small", function()
    assert.equal(7, #apple(started({ size = 7 }), "us", 100).results)
  end)

  it("answers other stores and lengths with missing pages, not JSON", function()
    for _, path in ipairs({ "zz/music/most-played/10", "us/music/most-played/11",
      "US/music/most-played/10" }) do
      local answer = started({ size = 100 }):get(("apple_charts/%s/songs.json"):format(path))
      assert.equal(404, answer.status)
      assert.matches("^text/html", answer.headers["Content-Type"])
      assert.matches("<h1>Not Found</h1>", answer.body, 1, true)
    end
  end)
end)
