-- The draft's fields.

local env_files = require("programs.playlist.lib.draft.env_files")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")

describe("options", function()
  it("have the desktop builder's defaults, but for the dry run", function()
    local whole = options.whole({})
    assert.equal("Fav Artists Top Tracks", whole.playlist_name)
    local limits = { whole.limit_per_artist, whole.max_artists, whole.max_tracks }
    assert.are.same({ 5, 100, 500 }, limits)
    assert.is_nil(whole.followed_artists)
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
    assert.equal("there is no option shufle (did you mean shuffle?); options show names them all",
      select(2, options.read("shufle", "on")))
    local _, problem = options.read("playlist_name", ("n"):rep(301))
    assert.matches("at most 300 characters, not 301", problem, 1, true)
  end)

  it("keep what they do not know, and go through JSON unchanged", function()
    local draft = options.decode('{"future": [1, {}], "shuffle": true}', "x")
    assert.equal('{\n  "future": [\n    1,\n    {}\n  ],\n  "shuffle": true\n}\n',
      options.encode(draft))
    for _, text in ipairs({ "[]", "{", '{"max_tracks": "many"}' }) do
      local _, err = failure.caught(options.decode, text, "draft.json")
      assert.matches("draft.json", err.message, 1, true)
    end
  end)

  it("of a damaged draft are named with what to do", function()
    local path = mix.fs.data("playlist/options.json")
    assert(mix.fs.write(path, "x"))
    local _, err = failure.caught(options.load)
    assert(mix.fs.write(path, "{}"))
    assert.matches("options.json: invalid JSON .*; mend the file, or remove it: ", err.message)
    assert.are.same({}, options.load())
  end)

  it("go through .env files, all of them, and the desktop builder's names are read", function()
    local draft = {}
    assert.equal(2, env_files.read(draft, table.concat({
      "SPOTIFY_CLIENT_ID=x\r", "export DEFAULT_MAX_TRACKS=7",
      'DEFAULT_PLAYLIST_NAME="a \\"b\\" $c" # d', "OTHER='1'",
    }, "\n"), ".env"))
    assert.equal('a "b" $c', draft.playlist_name)
    for name, value in pairs({
      date_stamp = "on", limit_per_artist = 0, max_artists = 3, shuffle = "on",
      shuffle_seed = "123456789012345678901234567890", dedupe_variants = "on",
      reuse_existing = "on", truncate = "on", target_playlist_id = "Road Mix",
      library_artists = "on", followed_artists = "off", artists_file = "~/a b.txt",
      manual_artist_queries = { "Earth, Wind & Fire", 'B "C"', "Ä" }, print_tracks = "on",
      verbose = "on", dry_run = "on",
    }) do
      options.set(draft, name, value)
    end
    local again = {}
    local text = env_files.text(draft)
    assert.is_nil(text:find("CLIENT", 1, true))
    assert.equal(#options.fields, env_files.read(again, text, ".env"))
    assert.are.same(draft, again)
    local empty = {}
    env_files.read(empty, env_files.text({}), ".env")
    assert.are.same(options.whole({}), options.whole(empty))
  end)

  it("are named as the user calls them when they are refused", function()
    local _, err = failure.caught(options.set, {}, "limit_per_artist", "x", "--limit")
    assert.equal("--limit takes a whole number from 0 to 1000, not x", err.message)
  end)
end)
