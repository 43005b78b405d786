-- Answers of Jellyfin with the items of a playlist.

local parts = require("services.jellyfin.answers.parts")

local id = parts.id(21)

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET " .. parts.base .. "Playlists/*", open = parts.open, ask = { "playlist", id },
  maps = { "Items[].ImageBlurHashes.Primary", "Items[].ImageTags" },
  mock = { path = "/jellyfin/Playlists/b1000000000000000000000000000001/Items",
    query = parts.query() },
  explained = {
    ["Items[].HasSubtitles"] = "of a film, which the mock does not have",
    ["Items[].VideoType"] = "of a film, which the mock does not have",
  },
  answers = {
    { name = "a song, a film and the song again", class = "ok",
      json = parts.page({ parts.song(11, { PlaylistItemId = parts.id(31) }),
        { Name = "Harbour: the Film", ServerId = parts.id(1), Id = parts.id(41), Type = "Movie",
          PlaylistItemId = parts.id(32), IsFolder = false, MediaType = "Video",
          ChannelId = mix.json.null, RunTimeTicks = 54000000000, ImageTags = {},
          BackdropImageTags = mix.json.array({}), ImageBlurHashes = {},
          LocationType = "FileSystem", HasSubtitles = true, VideoType = "VideoFile" },
        parts.song(11, { PlaylistItemId = parts.id(33) }) }),
      gives = { id = id, tracks = { { id = parts.id(11) }, { id = parts.id(11) } },
        left_out = { "Harbour: the Film" },
        ids = { parts.id(11), parts.id(41), parts.id(11) } } },
    { name = "an empty playlist", class = "ok", json = parts.page({}),
      gives = { id = id, tracks = {}, ids = {} } },
    { name = "a playlist that is gone", class = "refused", status = 404,
      type = "application/json; charset=utf-8", body = '"Playlist not found"',
      odd = "JSON, but a text",
      mock = { path = "/jellyfin/Playlists/" .. parts.id(77) .. "/Items", query = parts.query() } },
    { name = "a playlist of another user", class = "lasting", status = 403, body = "" },
    { name = "a key without a user, as versions before 10.11 read it", class = "refused",
      status = 400, type = "text/plain", body = "Error processing request.",
      source = parts.issues .. "15600" },
  },
}
