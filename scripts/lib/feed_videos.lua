-- Converts videos of sources to their stored form. An incomplete or invalid video gives a reason
-- instead, so that it can be skipped and counted.

local videos = {}

local shortest = 60
local most_characters = 500
-- Seconds by which a source's clock may be ahead.
local tolerance = 3600

-- Converts .NET's TimeSpan, `[-][d.]hh:mm:ss[.fffffff]`, or `mm:ss`, or a number, to seconds.
function videos.seconds(value)
  if type(value) == "number" then return value end
  if type(value) ~= "string" then return nil end
  local sign, rest = value:match("^(%-?)(.+)$")
  if not rest then return nil end
  local days, clock = rest:match("^(%d+)%.(%d+:.+)$")
  local hours, minutes, seconds = (clock or rest):match("^(%d+):(%d%d):(%d%d%.?%d*)$")
  if not hours then
    hours, minutes, seconds = 0, (clock or rest):match("^(%d+):(%d%d%.?%d*)$")
  end
  if not (minutes and tonumber(seconds)) then return nil end
  local total = tonumber(days or 0) * 86400 + tonumber(hours) * 3600 + tonumber(minutes) * 60
    + tonumber(seconds)
  return sign == "-" and -total or total
end

local function text(value)
  if type(value) ~= "string" or not utf8.len(value) then return nil end
  local tidy = value:gsub("%c+", " "):match("^%s*(.-)%s*$")
  if tidy == "" then return nil end
  local cut = utf8.offset(tidy, most_characters + 1)
  return cut and tidy:sub(1, cut - 1) or tidy
end

local function picture(value)
  return type(value) == "string" and value:find("^https://%S+$") and value or nil
end

local function id(value)
  return type(value) == "string" and value:find("^[%w_-]+$") and #value <= 64 and value or nil
end

-- Checks the members that all sources have.
local function checked(video)
  if not (video.id and video.channel) then return nil, "malformed" end
  if not video.published then return nil, "no date" end
  if video.published > mix.time.now() + tolerance then return nil, "in the future" end
  if not video.title then return nil, "no title" end
  return video
end

--- Converts a row of a hub's feed. Returns the video; nil and the reason for leaving it out.
function videos.from_hub(row)
  if type(row) ~= "table" then return nil, "malformed" end
  local published = type(row.publishedAt) == "string" and mix.time.parse(row.publishedAt) or nil
  local video, reason = checked({
    id = id(row.videoId), channel = id(row.channelId), published = published,
    title = text(row.title), about = text(row.description),
    thumbnail = picture(row.thumbnailUrl), duration = videos.seconds(row.duration),
  })
  if not video then return nil, reason end
  if not video.duration then return nil, "no length" end
  if video.duration < 0 then return nil, "negative length" end
  if video.duration < shortest then return nil, "shorter than a minute" end
  return video
end

local function child(element, name)
  for _, part in ipairs(element.children) do
    if part.name == name then return part end
  end
end

local function content(element, name)
  local part = element and child(element, name)
  return part and part.text
end

-- The address of the page that an entry is about.
local function link(entry)
  for _, part in ipairs(entry.children) do
    local rel = part.name == "link" and (part.attributes.rel or "alternate")
    if rel == "alternate" then return part.attributes.href end
  end
end

-- "short" or "live", as the address of a video says; nil for others.
local function form_of(entry)
  local kind = (link(entry) or ""):match("^https?://[^/]*youtube%.com/(%a+)/")
  return kind == "shorts" and "short" or kind == "live" and "live" or nil
end

--- Converts an entry of YouTube's Atom feed, which has no lengths. Results like those of from_hub.
--- `takes_shorts`: whether shorts are wanted, which are left out like a hub's else.
function videos.from_atom(entry, takes_shorts)
  local form = form_of(entry)
  if form == "short" and not takes_shorts then return nil, "a short" end
  local group = child(entry, "media:group")
  local thumbnail = group and child(group, "media:thumbnail")
  local published = content(entry, "published")
  return checked({
    id = id(content(entry, "yt:videoId")), channel = id(content(entry, "yt:channelId")),
    published = published and mix.time.parse(published) or nil,
    title = text(content(entry, "title")), about = text(content(group, "media:description")),
    thumbnail = thumbnail and picture(thumbnail.attributes.url), form = form,
    author = text(content(child(entry, "author"), "name")),
  })
end

return videos
