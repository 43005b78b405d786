-- The standard rules for playlists: what they do better than the classic ones.

local standard = mix.rules.load("playlist/standard")
local classic = mix.rules.load("playlist/classic")

local options = {
  playlist_name = "Mix", date_stamp = false, limit_per_artist = 10, max_artists = 0, max_tracks = 0,
  dedupe_variants = true, shuffle = true, shuffle_seed = 7, reuse_existing = true,
}

local function track(name, artists)
  return { id = name .. table.concat(artists or {}), name = name, artists = artists or { "A" } }
end

local function kept(rules, ...)
  local result = rules:run("dedupe", options, { ... }, {}, {})
  local names = {}
  for place, found in ipairs(result.kept) do names[place] = found.name end
  return table.concat(names, " | ")
end

describe("variants", function()
  it("are the same song in the same kind of recording", function()
    assert.equal("Halo", kept(standard, track("Halo"), track("Halo - Remastered 2011")))
    assert.equal("Halo", kept(standard, track("Halo"), track("Halo (feat. B)", { "A", "B" })))
    assert.equal("Halo", kept(standard, track("Halo"), track("HALO (Radio Edit)")))
  end)

  it("are not other recordings, which the classic rules take for the same", function()
    local studio, acoustic = track("Halo"), track("Halo - Acoustic")
    assert.equal("Halo | Halo - Acoustic", kept(standard, studio, acoustic))
    assert.equal("Halo", kept(classic, studio, acoustic))
    assert.equal("Halo | Halo - Live", kept(standard, studio, track("Halo - Live")))
  end)

  it("are not other numbers", function()
    local fifth, sixth = track("Symphony No 5 in C Minor"), track("Symphony No 6 in C Minor")
    assert.equal(fifth.name .. " | " .. sixth.name, kept(standard, fifth, sixth))
    assert.equal("Symphony No 5 in C Minor", kept(classic, fifth, sixth))
  end)

  it("are known in every script", function()
    local song, again = track("夜に駆ける"), track("夜に駆ける - Remastered 2021")
    assert.equal("夜に駆ける", kept(standard, song, again))
    assert.equal("夜に駆ける | 夜に駆ける - Remastered 2021", kept(classic, song, again))
  end)
end)

describe("the order", function()
  local function neighbours(rules, tracks, seed)
    local count, previous = 0, nil
    local shuffled = rules:run("order", { shuffle = true, shuffle_seed = seed }, tracks)
    assert.equal(#tracks, #shuffled)
    for _, found in ipairs(shuffled) do
      if found.artists[1] == previous then count = count + 1 end
      previous = found.artists[1]
    end
    return count
  end

  local function tracks(...)
    local list = {}
    for artist, count in ipairs({ ... }) do
      for number = 1, count do
        list[#list + 1] = { id = artist .. "/" .. number, name = "", artists = { "A" .. artist } }
      end
    end
    return list
  end

  it("puts no artist behind itself as long as that is possible", function()
    for seed = 1, 50 do
      assert.equal(0, neighbours(standard, tracks(5, 5, 5, 5), seed))
      assert.equal(0, neighbours(standard, tracks(10, 1, 1, 1, 1, 1, 1, 1, 1, 1), seed))
      assert.equal(0, neighbours(standard, tracks(3, 2), seed))
      assert.equal(3, neighbours(standard, tracks(6, 2), seed))
    end
    assert.is_true(neighbours(classic, tracks(10, 1, 1, 1, 1, 1, 1, 1, 1, 1), 1) > 0)
  end)

  it("has every track once, depends on the seed, and takes long lists", function()
    local list = {}
    for number = 1, 20000 do
      list[number] = { id = tostring(number), name = "", artists = { "A" .. number % 2000 } }
    end
    local first = standard:run("order", { shuffle = true, shuffle_seed = 1 }, list)
    local second = standard:run("order", { shuffle = true, shuffle_seed = 1 }, list)
    local seen = {}
    for place, found in ipairs(first) do
      assert(not seen[found.id] and second[place] == found)
      seen[found.id] = true
    end
    assert.equal(20000, #first)
    assert.equal(20000, #classic:run("order", { shuffle = true, shuffle_seed = 1 }, list))
  end)
end)

describe("names and targets", function()
  it("are cut to what Spotify takes, the date with them", function()
    local name = standard:run("name", {
      playlist_name = ("ö"):rep(300), date_stamp = true }, "2026-01-31")
    assert.equal(100, utf8.len(name))
    assert.matches("ö 2026%-01%-31$", name)
    assert.equal("Untitled Playlist", standard:run("name", { playlist_name = " \u{a0}" }, "x"))
  end)

  it("find the user's own playlist, else one with a date", function()
    local playlists = {
      { id = "1", name = "Mix", owner = "other" },
      { id = "2", name = "mix 2026-01-31", owner = "u" },
      { id = "3", name = "MIX", owner = "u" },
    }
    for _, rules in ipairs({ standard, classic }) do
      assert.are.same({ fetch = "playlists" }, rules:run("target", options, "Mix", nil, "u"))
      assert.equal("3", rules:run("target", options, "Mix", playlists, "u").id)
      playlists[3] = nil
      assert.equal("2", rules:run("target", options, "Mix", playlists, "u").id)
      assert.is_nil(rules:run("target", options, "Other", playlists, "u"))
      playlists[3] = { id = "3", name = "MIX", owner = "u" }
    end
  end)

  it("take others for artists that were named only when that is asked for", function()
    local named = { manual_artist_queries = { "x" }, max_artists = 0, followed_artists = false }
    local found = { manual = {}, file = {} }
    assert.are.same({}, standard:run("artists", named, found))
    assert.are.same({ fetch = "library", limit = 20 }, classic:run("artists", named, found))
    named.manual_artist_queries = {}
    assert.are.same({ fetch = "library", limit = 10000 }, standard:run("artists", named, found))
  end)

  it("ask for followed artists unless others are named; classic does so by default", function()
    local named = { manual_artist_queries = { "x" }, max_artists = 30 }
    local found = { manual = { { id = "1", name = "X" } }, file = {} }
    local fetch = { fetch = "followed", limit = 30 }
    assert.are.same(found.manual, standard:run("artists", named, found))
    assert.are.same(fetch, classic:run("artists", named, found))
    named.followed_artists = true
    assert.are.same(fetch, standard:run("artists", named, found))
    named.followed_artists = false
    assert.are.same(found.manual, classic:run("artists", named, found))
    named = { artists_file = "x", max_artists = 1 }
    assert.are.same(found.manual, standard:run("artists", named, found))
    local library = { manual = {}, file = {}, library = found.manual }
    assert.are.same({ fetch = "followed", limit = 20 },
      standard:run("artists", { max_artists = 3 }, library))
  end)

  it("mark a new playlist with its build; classic leaves that to the program", function()
    assert.matches("(build k3f9x2)", standard:run("describe", {}, "k3f9x2"), 1, true)
    assert.is_nil(classic:run("describe", {}, "k3f9x2"))
  end)

  it("write nothing where a playlist holds just what would replace it", function()
    local same = { "spotify:track:1", "spotify:track:2" }
    assert.equal("none", standard:run("write", { truncate = true }, same, same).action)
    assert.equal("replace", classic:run("write", { truncate = true }, same, same).action)
  end)

  it("resolve nobody rather than anybody", function()
    local matches = { { id = "1", name = "Queen Latifah" }, { id = "2", name = "QUEEN" } }
    assert.equal("2", standard:run("resolve", "queen", matches).id)
    assert.equal("2", standard:run("resolve", "Quen", matches).id)
    assert.is_nil(standard:run("resolve", "Nobody at all", matches))
    assert.equal("1", classic:run("resolve", "Nobody at all", matches).id)
  end)
end)

it("steps are refused by name, type and when they change what they are given", function()
  assert.error_matches(function() standard:run("sort", options) end, "not a step of a playlist")
  assert.error_matches(function() standard:run("order", options, 1) end, "step 'order'")
end)
