-- The mock of MusicBrainz.

local running = require("spec.mock.running")

local agent = { ["user-agent"] = "mixhost/1 (me@example.org)" }

describe("the mock of MusicBrainz", function()
  local mock = running({ "musicbrainz" })

  local function ask(entity, query, headers)
    return mock:get("musicbrainz/" .. entity, query, headers or agent)
  end

  local function search(entity, query, limit, offset)
    local answer = ask(entity, {
      query = query, fmt = "json", limit = limit or 25, offset = offset or 0 })
    assert.equal(200, answer.status)
    return answer.json
  end

  local function look_up(path) return ask(path, { fmt = "json" }) end

  it("finds recordings by title and artist, with their release, and by identifier", function()
    local first = search("recording",
      'recording:"Blinding Lights" AND artist:"The Weeknd"').recordings[1]
    assert.same({ "Blinding Lights", 100 }, { first.title, first.score })
    assert.same({ 1, "The Weeknd" }, { #first["artist-credit"], first["artist-credit"][1].name })
    assert.equal(10, #first["first-release-date"])
    assert.is_true(first.length > 100000 and first.releases[1]["track-count"] > 1)
    local alone = look_up("recording/" .. first.id)
    assert.same({ 200, "Blinding Lights" }, { alone.status, alone.json.title })
  end)

  it("has identifiers of their own kind for releases, works and artists", function()
    local recording = search("recording", "blinding lights the weeknd").recordings[1]
    local work = search("work", 'work:"Blinding Lights" AND artist:"The Weeknd"').works[1]
    assert.equal("Blinding Lights", work.title)
    assert.matches("^T%-", work.iswcs[1])
    for path, status in pairs({
      ["release/" .. recording.releases[1].id] = 200, ["work/" .. work.id] = 200,
      ["work/" .. recording.id] = 404, ["work/none"] = 400,
    }) do
      assert.equal(status, look_up(path).status)
    end
  end)

  it("finds an artist by name and by alias", function()
    for _, query in ipairs({ 'artist:"the weeknd"', 'alias:"Weeknd, The"', "THE WEEKND" }) do
      local artist, aliases = search("artist", query).artists[1], {}
      assert.equal("The Weeknd", artist.name)
      for place, alias in ipairs(artist.aliases) do aliases[place] = alias.name end
      assert.matches("Weeknd, The", table.concat(aliases, "|"), 1, true)
    end
    assert.equal(0, search("artist", 'artist:"Nobody At All"').count)
  end)

  it("cuts a search into pages", function()
    local all = search("recording", 'artist:"The Weeknd"')
    assert.equal(all.count, #all.recordings)
    assert.is_true(all.count > 1)
    local second = search("recording", 'artist:"The Weeknd"', 1, 1)
    assert.same({ all.count, 1, all.recordings[2].id },
      { second.count, #second.recordings, second.recordings[1].id })
  end)

  it("reads operators as Lucene does", function()
    for query, count in pairs({
      ["blinding AND lights"] = 1, ["+blinding +lights"] = 1, ['"blinding lights"'] = 1,
      ['"lights blinding"'] = 0, ["blinding NOT lights"] = 0, ["blinding -weeknd lights"] = 0,
      ["recording:(blinding lights) AND artist:sheeran"] = 0, ["recording:(NOT LIKE US)"] = 0,
    }) do
      assert.same({ query, count }, { query, search("recording", query).count })
    end
    for _, query in ipairs({ "AND blinding", "recording:(OR blinding lights)", "blinding AND",
      "lights NOT" }) do
      local answer = ask("recording", { query = query, fmt = "json" })
      assert.same({ 400, "Search server could not complete query: Bad request" },
        { answer.status, answer.json.error })
    end
  end)

  it("takes any text for a query", function()
    for _, text in ipairs({ '"', "a:b:", ":", "((", "\\", 'recording:"\\"', "日本" }) do
      assert.is_table(search("recording", text).recordings)
    end
  end)

  it("has some recordings on a compilation first, and of some only the year", function()
    local compiled, yearly = 0, 0
    for number = 10, 509, 5 do
      local recording = look_up(("recording/6d620001-7361-4b69-8d78-%012x"):format(number)).json
      local release = recording.releases and recording.releases[1]
      if release and release.title:find("^Now Playing") then compiled = compiled + 1 end
      if #(recording["first-release-date"] or "") == 4 then yearly = yearly + 1 end
    end
    assert.is_true(compiled >= 5 and compiled <= 40 and yearly >= 2 and yearly <= 30)
  end)

  it("refuses a client that names no contact, asks too often or asks for XML", function()
    local query = { query = "x", fmt = "json" }
    assert.equal(403, ask("recording", query, {}).status)
    local busy = mock:ask({ path = "musicbrainz/recording", query = query, headers = agent,
      is_limited = true })
    assert.equal(503, busy.status)
    assert.matches("rate limit", busy.json.error)
    assert.equal(406, ask("recording", { query = "x" }).status)
    assert.equal(400, look_up("recording").status)
  end)
end)
