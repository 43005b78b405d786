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

local shape = track("S", "Shape of You", "Ed Sheeran", 234)

it("an ISRC of another song does not decide; the title does", function()
  local service = service_of({ A = { track("B", "State of Mind", "Scooter", 200) },
    ["Shape of You"] = { shape } })
  local row = { isrc = "A", title = "Shape of You", artist = "Ed Sheeran", duration = 234 }
  local found = finding.find(service, row, rules)
  assert.equal("spotify:track:S", found.uri)
  assert.equal("its ISRC is of another song: State of Mind by Scooter", found.why)
  found = finding.find(service_of({ A = { track("B", "State of Mind", "Scooter") } }), row, rules)
  assert.is_nil(found.uri)
  assert.matches("of another song", found.why)
end)

it("an ISRC decides where title or artist or length agree, or cannot be compared", function()
  for _, candidate in ipairs({
    track("B", "Shape of You (Acoustic)", "Somebody Else", 100),
    track("B", "Other Name", "Ed Sheeran", 100), track("B", "Other Name", "Nobody", 235),
    track("B", "夜", "誰か", 100),
  }) do
    local found = finding.find(service_of({ A = { candidate } }),
      { isrc = "A", title = "Shape of You", artist = "Ed Sheeran", duration = 234 }, rules)
    assert.equal("spotify:track:B", found.uri)
    assert.is_nil(found.why)
  end
end)

it("a refused search costs its track, another failure the run", function()
  local refusal = { kind = "invalid", message = "too long" }
  local row = { title = "Shape of You", artist = "Ed Sheeran" }
  local found = finding.find(service_of({ ["Shape of You"] = refusal }), row, rules)
  assert.are.same({ nil, "too long", refusal }, { found.uri, found.why, found.refusal })
  -- The next search may do.
  found = finding.find(service_of({ ["Shape of You"] = refusal,
    ["Shape of You Ed Sheeran"] = { shape } }), row, rules)
  assert.equal("spotify:track:S", found.uri)
  for _, kind in ipairs({ "rate", "server", "not_signed_in", "forbidden", "timeout" }) do
    local service = service_of({ ["Shape of You"] = { kind = kind } })
    local ok, err = pcall(finding.find, service, row, rules)
    assert.is_false(ok)
    assert.equal(kind, err.kind)
  end
end)
