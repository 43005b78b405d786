-- Answers of Jellyfin with the user's playlists.

local parts = require("services.jellyfin.answers.parts")

local function playlist(number, name, fields)
  return parts.with({ Name = name, ServerId = parts.id(1), Id = parts.id(number),
    ChannelId = mix.json.null, RunTimeTicks = 24000000000, IsFolder = true, Type = "Playlist",
    UserData = { PlaybackPositionTicks = 0, PlayCount = 0, IsFavorite = false, Played = false,
      Key = parts.id(number), ItemId = parts.id(number) }, ChildCount = 10,
    ImageTags = { Primary = "0a1b" }, BackdropImageTags = mix.json.array({}),
    ImageBlurHashes = { Primary = { ["0a1b"] = "W797hQ?bf7ofxuWU" } },
    LocationType = "FileSystem", MediaType = "Audio" }, fields)
end

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET " .. parts.base .. "Items*", open = parts.open, ask = { "playlists" },
  maps = { "Items[].ImageBlurHashes.Primary", "Items[].ImageTags" },
  mock = { path = "/jellyfin/Items", query = parts.query({ recursive = "true",
    includeItemTypes = "Playlist", fields = "ChildCount", sortBy = "SortName" }) },
  answers = {
    { name = "a playlist of songs, one of films and an empty one", class = "ok",
      json = parts.page({ playlist(21, "Kitchen"), playlist(22, "Films", { MediaType = "Video" }),
        playlist(23, "Late", { ChildCount = false, RunTimeTicks = false, ImageTags = {},
          ImageBlurHashes = {}, MediaType = "Unknown" }) }),
      odd = "an empty one has no ChildCount",
      gives = { { id = parts.id(21), name = "Kitchen", tracks = 10 },
        { id = parts.id(22), name = "Films" }, { id = parts.id(23), tracks = 0 } } },
    { name = "no playlists", class = "empty", json = parts.page({}) },
  },
}
