-- The mock of the iTunes Search API.

local running = require("spec.mock.running")

local function tracks(mock, path, query) return mock:get("itunes/" .. path, query).json.results end

-- Whether a list has an item with a test.
local function has(list, test)
  for _, item in ipairs(list) do
    if test(item) then return true end
  end
  return false
end

describe("the mock of iTunes", function()
  it("answers a search in the service's shape", function()
    local answer = running({ "itunes" }):get("itunes/search", {
      term = "The Weeknd Blinding Lights", entity = "song", media = "music" })
    assert.equal(200, answer.status)
    assert.equal("text/javascript; charset=utf-8", answer.headers["Content-Type"])
    assert.equal("\n", answer.body:sub(1, 1))
    local results = answer.json.results
    assert.equal(#results, answer.json.resultCount)
    assert.is_true(#results >= 3)
    assert.is_true(has(results, function(track)
      if track.collectionName ~= "After Hours" then return false end
      assert.same({ "Blinding Lights", "The Weeknd", 200040, "2019-11-29T12:00:00Z", "USA" },
        { track.trackName, track.artistName, track.trackTimeMillis, track.releaseDate,
          track.country })
      assert.matches("/100x100bb%.jpg$", track.artworkUrl100)
      return true
    end))
    assert.is_true(has(results, function(track) return track.trackName:find("Karaoke") end))
  end)

  it("reads a plus as a space, keeps the limit, and has the store's currency", function()
    local mock = running({ "itunes" })
    local found = tracks(mock, "search", "term=ed+sheeran&attribute=artistTerm&limit=3&country=gb")
    assert.equal(3, #found)
    for _, track in ipairs(found) do
      assert.same({ "GBP", "GBR" }, { track.currency, track.country })
    end
    assert.same({}, tracks(mock, "search", { term = "no such song anywhere" }))
    assert.same({}, tracks(mock, "search"))
    for name, value in pairs({ country = "zz", entity = "shoe", limit = "x", attribute = "y" }) do
      assert.equal(400, mock:status("itunes/search", { term = "stay", [name] = value }))
    end
  end)

  it("looks up what a search named, many at once, and artists and albums", function()
    local mock = running({ "itunes" })
    local found, ids, album = tracks(mock, "search", { term = "bad guy billie eilish" }), {}, nil
    for place, track in ipairs(found) do
      ids[place] = track.trackId
      album = album or track.collectionName and track
    end
    assert.is_true(#ids >= 3)
    assert.same(found, tracks(mock, "lookup", { id = table.concat(ids, ",") .. ",5" }))
    local rest = tracks(mock, "lookup", {
      id = ("%d,%d"):format(album.artistId, album.collectionId) })
    assert.equal(2, #rest)
    assert.same({ "artist", "collection", album.collectionName },
      { rest[1].wrapperType, rest[2].wrapperType, rest[2].collectionName })
  end)

  it("says nothing over the limit: 403, no body, no Retry-After", function()
    for _, path in ipairs({ "itunes/search", "itunes/lookup" }) do
      local answer = running({ "itunes" }):ask({
        path = path, query = { term = "stay", id = 1 }, is_limited = true })
      assert.same({ 403, "" }, { answer.status, answer.body })
      assert.is_nil(answer.headers["Retry-After"])
    end
  end)

  it("lacks names and previews now and then, and has others' songs first now and then", function()
    local mock = running({ "itunes" }, { size = 2000 })
    local all, firsts = {}, {}
    for _, entry in ipairs(mock:get("chart/kworb.json").json) do
      local found = tracks(mock, "search", { term = entry.artist .. " " .. entry.title })
      table.move(found, 1, #found, #all + 1, all)
      firsts[#firsts + 1] = found[1]
    end
    assert.is_true(has(all, function(track) return not track.collectionName end))
    assert.is_true(has(all, function(track) return not track.previewUrl end))
    for _, word in ipairs({ "Karaoke", " Remix)" }) do
      assert.is_true(has(firsts, function(track) return track.trackName:find(word, 1, true) end))
    end
  end)
end)
