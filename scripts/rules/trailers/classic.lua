-- Chooses the trailer: YouTube only; official videos first, trailers before teasers, then by name,
-- size and date.

local videos = require("rules.lib.videos")

return {
  kind = "trailers",
  doc = "Official first, then type, \"official trailer\" in the name, size and date.",
  usable = videos.is_on_youtube,
  order = {
    { name = "official", key = function(video) return video.official == true end },
    { name = "type", key = videos.type_rank },
    { name = "name", key = videos.is_named_official_trailer },
    { name = "size", key = videos.size, descending = true },
    { name = "date", key = videos.published, descending = true },
    { name = "id", key = videos.id },
  },
}
