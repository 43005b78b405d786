-- The values that rules for trailers look at. Every field may be missing or of another type.

local videos = {}

local ranks = {
  ["trailer"] = 1, ["teaser"] = 2, ["clip"] = 3, ["featurette"] = 4, ["behind the scenes"] = 5,
}
local other_rank = 6

--- A text in lower case; empty for anything else.
function videos.fold(value) return type(value) == "string" and value:lower() or "" end

local function text_of(value) return type(value) == "string" and value or nil end

--- Its identifier.
function videos.id(video) return text_of(video.id) end

--- How many lines its picture has.
function videos.size(video) return type(video.size) == "number" and video.size or nil end

--- Whether it can be opened: a video of YouTube with a key that can be one.
function videos.is_on_youtube(video)
  return videos.fold(video.site) == "youtube"
    and videos.fold(video.key):find("^[a-z0-9_-]+$") ~= nil
end

--- Trailers come first, then teasers, clips, featurettes, what is behind the scenes, the rest.
function videos.type_rank(video) return ranks[videos.fold(video.type)] or other_rank end

--- Whether the name says that it is the official trailer.
function videos.is_named_official_trailer(video)
  return videos.fold(video.name):find("official trailer", 1, true) ~= nil
end

--- When it was published, as text that sorts by time; nil when that is not known.
function videos.published(video)
  local text = text_of(video.published_at)
  return text and text:match("^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%d") or nil
end

return videos
