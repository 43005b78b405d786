-- Which video is shown as the trailer: one in the user's language, then as `classic` says. Old
-- lists do not say what is official: there a name that says so, and says the type rightly, counts.

local videos = require("rules.lib.videos")

-- The user's language, then the original one, then whatever there is.
local function language_rank(video, wish)
  local language = videos.fold(video.iso_639_1)
  if not wish.language then return 0 end
  if language == videos.fold(wish.language) then return 0 end
  if language ~= "" and language == videos.fold(wish.original_language) then return 1 end
  return 2
end

-- "Official Teaser" of a teaser, not of a clip that was cut from one.
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
