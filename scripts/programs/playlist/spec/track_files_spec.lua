-- Tracks out to files of other programs, and in from them.

local failures = require("programs.playlist.lib.failures")
local track_files = require("programs.playlist.lib.track_files")

local list = {
  name = "A <mix> & \"more\"", description = "", url = "https://open.spotify.com/playlist/p",
  tracks = {
    { uri = "spotify:track:1", url = "https://open.spotify.com/track/1", title = "=1+1, \"x\"",
      artists = { "A", "B" }, album = "Ä <b>", duration = 200.4, isrc = "QZ01" },
    { uri = "spotify:local:a:b:c:1", title = "File", artists = {} },
  },
}

describe("a file of tracks", function()
  for _, format in ipairs(track_files.formats) do
    it("comes back out of " .. format:upper() .. " as it went in", function()
      local text = track_files.write(list, format)
      local read = track_files.read(text, "x." .. format)
      assert.equal(2, #read.tracks)
      local track = read.tracks[1]
      assert.equal("=1+1, \"x\"", track.title)
      assert.equal("A, B", track.artist)
      assert.equal("Ä <b>", track.album)
      assert.near(200, track.duration, 0.5)
      assert.matches("track[:/]1$", track.uri)
      if format ~= "m3u" then assert.equal("QZ01", track.isrc) end
      if format ~= "csv" then assert.equal(list.name, read.name) end
      -- Without its ending the content says what it is.
      assert.equal("File", track_files.read(text, "-").tracks[2].title)
    end)
  end

  it("is read with the columns of other programs", function()
    local read = track_files.read(table.concat({
      "Track URI,Track Name,Artist Name(s),Album Name,Track Duration (ms),ISRC",
      "spotify:track:9,One,\"A;B\",Alb,61000,X1",
    }, "\n"), "exportify.csv")
    assert.are.same({ uri = "spotify:track:9", title = "One", artist = "A;B", album = "Alb",
      duration = 61, isrc = "X1" }, read.tracks[1])
    read = track_files.read("Artist;Title;Length\nA;B;3:05\n", "x.csv")
    assert.are.same({ title = "B", artist = "A", duration = 185 }, read.tracks[1])
  end)

  it("is read when it is plain addresses or files' names", function()
    local read = track_files.read("https://open.spotify.com/track/7?si=1\n/m/A - B c.mp3\n", "-")
    assert.equal("https://open.spotify.com/track/7?si=1", read.tracks[1].uri)
    assert.equal("A", read.tracks[2].artist)
    assert.equal("B c", read.tracks[2].title)
  end)

  it("is refused with its name and what is wrong", function()
    for text, part in pairs({
      ["a,b\n1,2\n"] = "x cannot be read as CSV: it needs the columns title and artist",
      ["{\"playlist\": 1}"] = "JSPF: it has no playlist.track", ["<a>"] = "XSPF",
      ["#EXTM3U\n"] = "there is no track in it (read as M3U)",
    }) do
      local _, err = failures.caught(track_files.read, text, "x")
      assert.matches(part, err.message, 1, true)
    end
  end)
end)
