-- Parts that the answers of music servers share, with all of their members.

local parts = {}

parts.documents = "https://www.subsonic.org/pages/api.jsp"
parts.child = "https://opensubsonic.netlify.app/docs/responses/child/"
parts.errors = "https://opensubsonic.netlify.app/docs/responses/error/"
parts.open = { user = "joe", salt = "c19b2d" }

--- Returns the parameters of a question to the mock.
function parts.query(fields)
  return parts.with({ u = "joe", s = "c19b2d", t = "26719a1196d2a940705a59634eb18eef", v = "1.16.1",
    c = "mixhost", f = "json" }, fields)
end

--- Returns a copy of a table with other members; false leaves one out.
parts.with = require("lib.changed")

--- Returns an answer of Navidrome. `fields`: its parts.
function parts.answer(fields)
  return { ["subsonic-response"] = parts.with({ status = "ok", version = "1.16.1",
    type = "navidrome", serverVersion = "0.58.0 (a1b2c3d4)", openSubsonic = true }, fields) }
end

--- Returns an answer of a server of the API alone, without OpenSubsonic.
function parts.plain(version, fields)
  return { ["subsonic-response"] = parts.with({ status = "ok", version = version }, fields) }
end

--- Returns a refusal, which comes with status 200.
function parts.refusal(code, message)
  return parts.answer({ status = "failed", error = { code = code, message = message } })
end

--- Returns a song as servers of OpenSubsonic send it.
function parts.song(fields)
  return parts.with({
    id = "082f435a", parent = "e8a0685e", isDir = false, title = "Paper Boats", album = "Harbour",
    artist = "Ada Lune", track = 3, year = 2019, genre = "Folk", coverArt = "mf-082f435a_6410",
    size = 19866778, contentType = "audio/flac", suffix = "flac", duration = 203, bitRate = 880,
    path = "Ada Lune/Harbour/03 - Paper Boats.flac", playCount = 8,
    played = "2026-03-26T22:27:46Z", discNumber = 1, created = "2026-03-14T17:51:22.112827504Z",
    albumId = "e8a0685e", artistId = "97e0398a", type = "music", mediaType = "song",
    isVideo = false, bpm = 0, comment = "", sortName = "paper boats", musicBrainzId = "",
    isrc = { "GBAAA1900001" }, genres = { { name = "Folk" } }, bitDepth = 16,
    samplingRate = 44100, channelCount = 2, moods = mix.json.array({}),
    artists = { { id = "97e0398a", name = "Ada Lune" } }, displayArtist = "Ada Lune",
    albumArtists = { { id = "97e0398a", name = "Ada Lune" } }, displayAlbumArtist = "Ada Lune",
    contributors = { { role = "composer", artist = { id = "97e0398a", name = "Ada Lune" } } },
    displayComposer = "Ada Lune", explicitStatus = "",
    replayGain = { trackGain = -6.5, trackPeak = 0.98, albumGain = -7.1, albumPeak = 1 },
  }, fields)
end

--- Returns a song as the API of 2013 describes it.
function parts.old_song(fields)
  return parts.with({
    id = "1324", parent = "335", isDir = false, title = "Paper Boats", album = "Harbour",
    artist = "Ada Lune", track = 3, year = 2019, genre = "Folk", coverArt = "335",
    size = 19866778, contentType = "audio/mpeg", suffix = "mp3", duration = 203, bitRate = 320,
    path = "Ada Lune/Harbour/03 - Paper Boats.mp3", discNumber = 1, albumId = "335",
    artistId = "282", type = "music", isVideo = false, created = "2026-03-14T17:51:22.000Z",
  }, fields)
end

return parts
