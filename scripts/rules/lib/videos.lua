-- Reads the values that rules for trailers use. Every field may be missing or of another type.

local videos = {}

local ranks = {
  ["trailer"] = 1, ["teaser"] = 2, ["clip"] = 3, ["featurette"] = 4, ["behind the scenes"] = 5,
}
local other_rank = 6

--- A text in lower case; "" for any other value.
function videos.fold(value) return type(value) == "string" and value:lower() or "" end

local function text_of(value) return type(value) == "string" and value or nil end

--- The video's identifier.
function videos.id(video) return text_of(video.id) end

--- The height of the video's picture in lines; nil when unknown.
function videos.size(video) return type(video.size) == "number" and video.size or nil end

--- Whether the video can be opened: it is on YouTube and has a valid key.
function videos.is_on_youtube(video)
  return videos.fold(video.site) == "youtube"
    and videos.fold(video.key):find("^[a-z0-9_-]+$") ~= nil
end

--- Ranks types: trailers come first, then teasers, clips, featurettes, behind the scenes, others.
function videos.type_rank(video) return ranks[videos.fold(video.type)] or other_rank end

--- Whether the video's name claims that it is the official trailer.
function videos.is_named_official_trailer(video)
  return videos.fold(video.name):find("official trailer", 1, true) ~= nil
end

--- The time of publication as text that sorts by time; nil when unknown.
function videos.published(video)
  local text = text_of(video.published_at)
  return text and text:match("^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%d") or nil
end

return videos
