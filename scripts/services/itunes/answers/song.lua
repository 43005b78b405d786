-- A song as the search and the look-up send it, with all of its members.

local picture = "https://is1-ssl.mzstatic.com/image/thumb/Music125/v4/0a/b/c.jpg/%dx%dbb.jpg"
local store = "https://music.apple.com/us/"

--- Returns a song. `fields`: replace its members; false leaves one out.
return function(fields)
  local song = {
    wrapperType = "track", kind = "song", artistId = 910001, collectionId = 920001,
    trackId = 930001, artistName = "Ada Lune", collectionName = "Harbour",
    trackName = "Paper Boats", collectionCensoredName = "Harbour",
    trackCensoredName = "Paper Boats", artistViewUrl = store .. "artist/ada-lune/910001?uo=4",
    collectionViewUrl = store .. "album/paper-boats/920001?i=930001&uo=4",
    trackViewUrl = store .. "album/paper-boats/920001?i=930001&uo=4",
    previewUrl = "https://audio-ssl.itunes.apple.com/itunes-assets/AudioPreview125/v4/a.m4a",
    artworkUrl30 = picture:format(30, 30), artworkUrl60 = picture:format(60, 60),
    artworkUrl100 = picture:format(100, 100), collectionPrice = 9.99, trackPrice = 1.29,
    releaseDate = "2019-05-10T12:00:00Z", collectionExplicitness = "notExplicit",
    trackExplicitness = "notExplicit", discCount = 1, discNumber = 1, trackCount = 11,
    trackNumber = 3, trackTimeMillis = 203064, country = "USA", currency = "USD",
    primaryGenreName = "Pop", isStreamable = true,
  }
  for name, value in pairs(fields or {}) do
    if value == false then song[name] = nil else song[name] = value end
  end
  return song
end
