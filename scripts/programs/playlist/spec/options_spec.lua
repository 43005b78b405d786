-- The draft's fields.

local failures = require("programs.playlist.lib.failures")
local options = require("programs.playlist.lib.options")

describe("options", function()
  it("have the desktop builder's defaults, but for the dry run", function()
    local whole = options.whole({})
    assert.equal("Fav Artists Top Tracks", whole.playlist_name)
    local limits = { whole.limit_per_artist, whole.max_artists, whole.max_tracks }
    assert.are.same({ 5, 100, 500 }, limits)
    assert.is_true(whole.followed_artists)
    for _, name in ipairs({ "date_stamp", "dedupe_variants", "print_tracks", "shuffle", "truncate",
      "reuse_existing", "verbose", "library_artists", "dry_run" }) do
      assert.is_false(whole[name])
    end
    assert.is_nil(whole.shuffle_seed)
  end)

  it("are read as JSON has them and as they are typed", function()
    assert.equal(0, options.read("limit_per_artist", "0"))
    assert.equal(3, options.read("limit_per_artist", 3.0))
    assert.is_true(options.read("shuffle", "Yes"))
    assert.equal(-5, options.read("shuffle_seed", "-5"))
    assert.are.same({ int = "9223372036854775808" },
      options.read("shuffle_seed", "9223372036854775808"))
    assert.are.same({ "A", "B" }, options.read("manual_artist_queries", "A;B"))
    assert.is_nil(options.read("artists_file", ""))
  end)

  it("are refused with what they take", function()
    for name, value in pairs({
      limit_per_artist = -1, max_tracks = 100001, shuffle = 1, playlist_name = "a\nb",
      shuffle_seed = 1.5, manual_artist_queries = { 1 }, nothing = 1,
    }) do
      local read, problem = options.read(name, value)
      assert.is_nil(read)
      assert.matches(name, problem, 1, true)
    end
    local _, problem = options.read("playlist_name", ("n"):rep(301))
    assert.matches("at most 300 characters, not 301", problem, 1, true)
  end)

  it("keep what they do not know, and go through JSON unchanged", function()
    local draft = options.decode('{"future": [1, {}], "shuffle": true}', "x")
    assert.equal('{\n  "future": [\n    1,\n    {}\n  ],\n  "shuffle": true\n}\n',
      options.encode(draft))
    for _, text in ipairs({ "[]", "{", '{"max_tracks": "many"}' }) do
      local _, err = failures.caught(options.decode, text, "draft.json")
      assert.matches("draft.json", err.message, 1, true)
    end
  end)

  it("are in the .env template, without the names of accounts", function()
    local draft = {}
    assert.equal(2, options.read_template(draft, table.concat({
      "SPOTIFY_CLIENT_ID=x\r", "export DEFAULT_MAX_TRACKS=7",
      'DEFAULT_PLAYLIST_NAME="a \\"b\\" $c" # d', "OTHER='1'",
    }, "\n"), ".env"))
    assert.equal('a "b" $c', draft.playlist_name)
    local again = {}
    options.read_template(again, options.template(draft), ".env")
    assert.equal(draft.playlist_name, again.playlist_name)
    assert.equal(7, again.max_tracks)
  end)
end)
