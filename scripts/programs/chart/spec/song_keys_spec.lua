-- The key under which what is known of a song is kept.

local song_keys = require("programs.chart.lib.song_keys")

describe("the key of a song", function()
  local entry = { title = "Don't Stop", artist = "The Lunes" }

  it("is its normalised title and artist", function()
    assert.equal(song_keys.key({ title = "don't  STOP", artist = "the lunes" }, "us"),
      song_keys.key(entry, "us"))
  end)

  it("is another one in another country", function()
    assert.equal(song_keys.key(entry, "us") .. "::de", song_keys.key(entry, "de"))
  end)
end)
