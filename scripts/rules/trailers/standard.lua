-- Chooses the trailer: a video in the user's language, then as in `classic`. Old lists do not say
-- which videos are official: there a name counts that claims it and names the right type.

local videos = require("rules.lib.videos")

-- Prefers the user's language, then the original one, then any.
local function language_rank(video, wish)
  local language = videos.fold(video.iso_639_1)
  if not wish.language then return 0 end
  if language == videos.fold(wish.language) then return 0 end
  if language ~= "" and language == videos.fold(wish.original_language) then return 1 end
  return 2
end

-- "Official Teaser" counts for a teaser, not for a clip that was cut from one.
local function is_official(video)
  if type(video.official) == "boolean" then return video.official end
  local name, kind = videos.fold(video.name), videos.fold(video.type)
  return kind ~= "" and name:find("official", 1, true) ~= nil and name:find(kind, 1, true) ~= nil
end

return {
  kind = "trailers",
  doc = "The user's language first, then official ones, type, name, size and date.",
  usable = videos.is_on_youtube,
  order = {
    { name = "language", key = language_rank },
    { name = "official", key = is_official },
    { name = "type", key = videos.type_rank },
    { name = "name", key = videos.is_named_official_trailer },
    { name = "size", key = videos.size, descending = true },
    { name = "date", key = videos.published, descending = true },
    { name = "id", key = videos.id },
  },
}
