-- Tracks of a file at Spotify.

local finding = require("programs.playlist.lib.finding")

local function track(id, title, artist, duration)
  return { id = id, title = title, artists = { artist }, duration = duration }
end

-- A service whose searches give these answers by their words.
local function service_of(answers)
  return { search_tracks = function(_, wanted)
    local answer = answers[wanted.isrc or wanted.title or wanted.words] or {}
    if answer.kind then return nil, answer end
    return answer
  end }
end

local rules

before_each(function() rules = mix.rules.load("match/tracks/standard") end)

local isrc = "GBAHS1600463"
local shape = track("S", "Shape of You", "Ed Sheeran", 234)

it("an ISRC of another song does not decide; the title does", function()
  local service = service_of({ [isrc] = { track("B", "State of Mind", "Scooter", 200) },
    ["Shape of You"] = { shape } })
  local row = { isrc = isrc, title = "Shape of You", artist = "Ed Sheeran", duration = 234 }
  local found = finding.find(service, row, rules)
  assert.equal("spotify:track:S", found.uri)
  assert.equal("its ISRC is of another song: State of Mind by Scooter", found.why)
  service = service_of({ [isrc] = { track("B", "State of Mind", "Scooter") } })
  found = finding.find(service, row, rules)
  assert.is_nil(found.uri)
  assert.matches("of another song", found.why)
end)

it("an ISRC decides where title and artist allow it, or cannot be compared", function()
  for _, candidate in ipairs({
    track("B", "Shape Of You", "ED SHEERAN", 234), track("B", "Shape of You", "Ed Sheeran", 280),
    track("B", "Shape Of U", "Ed Sheeran", 235), track("B", "Shape of You", "エド・シーラン", 234),
  }) do
    local found = finding.find(service_of({ [isrc] = { candidate } }),
      { isrc = isrc, title = "Shape of You", artist = "Ed Sheeran", duration = 234 }, rules)
    assert.are.same({ "spotify:track:B", "sure" }, { found.uri, found.status })
    assert.is_nil(found.why)
  end
  local found = finding.find(service_of({ [isrc] = { shape } }), { isrc = isrc }, rules)
  assert.equal("spotify:track:S", found.uri)
end)

it("a karaoke version, a cover and another version under the ISRC are doubts", function()
  for _, candidate in ipairs({
    track("B", "Shape of You (Karaoke Version)", "Sing King", 234),
    track("B", "Shape of You", "The Covers", 234), track("B", "Shape of You", "The Covers"),
    track("B", "Shape of You (Acoustic)", "Ed Sheeran", 234),
  }) do
    local row = { isrc = isrc, title = "Shape of You", artist = "Ed Sheeran", duration = 234 }
    local found = finding.find(service_of({ [isrc] = { candidate } }), row, rules)
    assert.are.same({ nil, "doubtful" }, { found.uri, found.status })
    assert.matches("its ISRC is of another song: " .. candidate.title, found.why, 1, true)
    -- The title may settle it.
    found = finding.find(service_of({ [isrc] = { candidate }, ["Shape of You"] = { shape } }), row,
      rules)
    assert.are.same({ "spotify:track:S", "sure" }, { found.uri, found.status })
  end
end)

it("a copy that can be played comes before one that cannot, which is better than none", function()
  local gone = track("G", "Shape of You", "Ed Sheeran", 234)
  gone.playable = false
  local row = { title = "Shape of You", artist = "Ed Sheeran", duration = 234 }
  for wanted, list in pairs({ S = { gone, shape }, G = { gone } }) do
    local service = service_of({ ["Shape of You"] = list })
    assert.equal("spotify:track:" .. wanted, finding.find(service, row, rules).uri)
  end
  local other = track("O", "Perfect", "Ed Sheeran", 263)
  local service = service_of({ ["Shape of You"] = { other, gone } })
  assert.equal("spotify:track:G", finding.find(service, row, rules).uri)
end)

it("a row is absent where nothing is found, and doubtful where the rules doubt", function()
  local row = { title = "Shape of You", artist = "Ed Sheeran" }
  assert.equal("absent", finding.find(service_of({}), row, rules).status)
  local found = finding.find(service_of({ ["Shape of You"] =
    { track("K", "Shape of You (Karaoke Version)", "Sing King") } }), row, rules)
  assert.equal("absent", found.status)
  found = finding.find(service_of({ ["Shape of You"] =
    { track("K", "Shape of You (Something)", "Ed Sheeran") } }), row, rules)
  assert.equal("doubtful", found.status)
end)

it("a text that has the title first is found, too", function()
  local service = service_of({ ["Ed Sheeran Shape of You"] = { shape } })
  local found = finding.find(service, { title = "Ed Sheeran", artist = "Shape of You" }, rules)
  assert.equal("spotify:track:S", found.uri)
  for _, row in ipairs({ { title = "Ed Sheeran", artist = "Shape" },
    { title = "Sing King", artist = "Shape of You" } }) do
    service = service_of({ [row.title] = { shape } })
    assert.is_nil(finding.find(service, row, rules).uri)
  end
end)

it("a title with remarks or signs is searched without them", function()
  for title, artist in pairs({ ["Shape of You (feat. Bo)"] = "Ed Sheeran & Bo",
    ["Shape of You [Official Video]"] = "Ed Sheeran", ["...Shape of You"] = "Ed Sheeran" }) do
    local found = finding.find(service_of({ ["Shape of You"] = { shape } }),
      { title = title, artist = artist }, rules)
    assert.equal("spotify:track:S", found.uri, title)
  end
end)

it("a search that fails costs its track, one that would fail for all the run", function()
  local refusal = { kind = "invalid", message = "too long" }
  local row = { title = "Shape of You", artist = "Ed Sheeran" }
  for _, err in ipairs({ refusal, { kind = "server", message = "status 500" } }) do
    local found = finding.find(service_of({ ["Shape of You"] = err }), row, rules)
    assert.are.same({ nil, err.message, err }, { found.uri, found.why, found.refusal })
  end
  -- The next search may do.
  local found = finding.find(service_of({ ["Shape of You"] = refusal,
    ["Shape of You Ed Sheeran"] = { shape } }), row, rules)
  assert.equal("spotify:track:S", found.uri)
  for _, kind in ipairs({ "rate", "not_signed_in", "forbidden" }) do
    local service = service_of({ ["Shape of You"] = { kind = kind } })
    local ok, err = pcall(finding.find, service, row, rules)
    assert.is_false(ok)
    assert.equal(kind, err.kind)
  end
end)
