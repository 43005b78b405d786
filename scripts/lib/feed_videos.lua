-- Converts videos of sources to their stored form. An incomplete or invalid video gives a reason
-- instead, so that it can be skipped and counted.

local dates = require("lib.feeds.dates")
local json_values = require("lib.json_values")
local words = require("lib.feeds.words")
local xml_entries = require("lib.feeds.xml_entries")

local videos = {}
local text = words.plain

local shortest = 60
-- Seconds by which a source's clock may be ahead.
local tolerance = 3600

-- Converts .NET's TimeSpan, `[-][d.]hh:mm:ss[.fffffff]`, or `mm:ss`, or PT1H2M3S as YouTube's own
-- API writes, or a number, to seconds.
local function seconds_of(value)
  if type(value) == "number" then return value end
  if type(value) ~= "string" then return nil end
  if value:find("^P") then return words.seconds(value) end
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

local function picture(value)
  return type(value) == "string" and value:find("^https://%S+$") and value or nil
end

-- YouTube's first video is of April 2005. Programs write 0001-01-01 where there is no date.
local first_moment = 1104537600

-- A moment, also one without a zone, which then is UTC.
local function moment(value)
  local found = type(value) == "string" and (mix.time.parse(value) or dates.read(value)) or nil
  return found and found >= first_moment and found or nil
end

local function id(value)
  return type(value) == "string" and value:find("^[%w_-]+$") and #value <= 64 and value or nil
end

-- The titles that stand for a video that is gone, as YouTube's page and its API write them.
local gone = { ["[deleted video]"] = "deleted", ["deleted video"] = "deleted",
  ["[private video]"] = "private", ["private video"] = "private" }

-- Checks the members that all sources have.
local function checked(video)
  if not (video.id and video.channel) then return nil, "malformed" end
  if not video.published then return nil, "no date" end
  if video.published > mix.time.now() + tolerance then return nil, "in the future" end
  if not video.title then return nil, "no title" end
  local reason = gone[video.title:lower()]
  return not reason and video or nil, reason
end

-- YouTube's search gives titles with character references, and hubs hand them on.
local prose = json_values.prose

--- Converts a row of a hub's feed. Returns the video; nil and the reason for leaving it out.
function videos.from_hub(row)
  if type(row) ~= "table" then return nil, "malformed" end
  local video, reason = checked({
    id = id(row.videoId), channel = id(row.channelId), published = moment(row.publishedAt),
    title = text(prose(row.title)), about = text(prose(row.description)),
    thumbnail = picture(row.thumbnailUrl), duration = seconds_of(row.duration),
  })
  if not video then return nil, reason end
  if not video.duration then return nil, "no length" end
  if video.duration < 0 then return nil, "negative length" end
  if video.duration < shortest then return nil, "shorter than a minute" end
  return video
end

-- "short" or "live", as the address of a video says; nil for others.
local function form_of(reader)
  for _, part in ipairs(reader.all("link")) do
    local at = part.attributes
    if (at.rel or "alternate") == "alternate" then
      local kind = (at.href or ""):match("^https?://[^/]*youtube%.com/(%a+)/")
      return kind == "shorts" and "short" or kind == "live" and "live" or nil
    end
  end
end

--- Converts an entry of YouTube's Atom feed, which has no lengths, from a reader of its elements
--- (lib/feeds/xml_entries.lua). Results like those of from_hub. `takes_shorts`: whether shorts are
--- wanted, which are left out like a hub's else.
function videos.from_atom(reader, takes_shorts)
  local form = form_of(reader)
  if form == "short" and not takes_shorts then return nil, "a short" end
  local group, author = reader.first("media:group"), reader.first("author")
  local media = group and xml_entries.reader(group)
  local thumbnail = media and media.first("media:thumbnail")
  return checked({
    id = id((reader.text("yt:videoid"))), channel = id((reader.text("yt:channelid"))),
    published = moment((reader.text("published"))),
    title = text(xml_entries.title(reader, true)),
    about = media and text((media.text("media:description"))),
    thumbnail = thumbnail and picture(thumbnail.attributes.url), form = form,
    author = author and text((xml_entries.reader(author, true).text("name"))),
  })
end

return videos
