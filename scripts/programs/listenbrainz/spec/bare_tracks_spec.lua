-- Tracks that ListenBrainz knows by their recording alone.

local bare_tracks = require("programs.listenbrainz.lib.bare_tracks")

require("lib.spec.secrets")

describe("a track without a title", function()
  local musicbrainz = "GET https://musicbrainz.org/ws/2/recording/"

  local function bare(digit)
    local mbid = ("0000000%d-0000-4000-8000-000000000000"):format(digit)
    return { id = mbid, url = "https://musicbrainz.org/recording/" .. mbid, artists = {} }
  end

  before_each(function() mix.test.clock() end)

  it("gets title and artist from MusicBrainz, and stays by its address where they are not known",
    function()
      mix.test.mock_http({
        [musicbrainz .. "00000001*"] = { json = { id = "00000001", title = "Ebb", length = 61000,
          ["artist-credit"] = { { name = "Ada", joinphrase = "" } } } },
        [musicbrainz .. "00000002*"] = { status = 404, json = { error = "Not Found" } },
        [musicbrainz .. "00000003*"] = { status = 422, json = { error = "Odd" } },
      })
      local tracks = { bare(1), bare(2), bare(3), { title = "Flow", artist = "Bo" } }
      local line = bare_tracks.complete(tracks)
      assert.are.same({ "Ebb", "Ada", 61 },
        { tracks[1].title, tracks[1].artists[1], tracks[1].duration })
      assert.are.same({ "", "" }, { tracks[2].title, tracks[3].title })
      assert.matches("^1 of 3 rows was refused: .*Odd; 1 of 3 recordings are unknown", line)
      assert.is_nil(bare_tracks.complete({ tracks[1], tracks[4] }))
    end)

  it("costs no other where MusicBrainz fails at it", function()
    mix.test.mock_http({
      [musicbrainz .. "00000001*"] = { status = 500, json = { error = "Internal" } },
      [musicbrainz .. "00000002*"] = { json = { id = "00000002", title = "Ebb",
        ["artist-credit"] = { { name = "Ada", joinphrase = "" } } } },
    })
    local tracks = { bare(1), bare(2) }
    assert.matches("^1 of 2 rows was refused: .*Internal", bare_tracks.complete(tracks))
    assert.are.same({ "", "Ebb" }, { tracks[1].title, tracks[2].title })
  end)
end)
