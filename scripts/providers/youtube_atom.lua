-- YouTube's own feeds of channels (Atom), for those who have no hub: the newest 15 videos of each,
-- without their lengths.

local failure = require("lib.failure")
local hub = require("providers.hub")
local videos = require("lib.feed_videos")

local youtube_atom = {}

local base = mix.http.service("youtube").base .. "/feeds/videos.xml"
local at_once = 6

-- A channel's videos, its title, and what was skipped, out of an answer; nil and the reason.
local function read(answer)
  if answer.status == 404 then return nil, "YouTube knows no such channel" end
  if answer.status ~= 200 then return nil, ("HTTP status %d"):format(answer.status) end
  local feed, parse_err = mix.xml.decode(answer.body)
  if not feed then return nil, "no feed: " .. failure.line(parse_err) end
  if feed.name ~= "feed" then return nil, ("no feed, but <%s>"):format(feed.name) end
  local found, skipped, title = {}, {}, nil
  for _, element in ipairs(feed.children) do
    if element.name == "title" then title = element.text end
    if element.name == "entry" then
      local video, reason = videos.from_atom(element)
      if video then
        found[#found + 1] = video
      else
        skipped[reason] = (skipped[reason] or 0) + 1
      end
    end
  end
  return { videos = found, title = title, skipped = skipped }
end

local function channel_feed(id)
  local answer, err = mix.http.get(base, { query = { channel_id = id }, ttl = 0 })
  if not answer then return nil, failure.short(err) end
  return read(answer)
end

--- The videos of channels, newest first. Results as of hub.feed, with the channels' titles beside.
function youtube_atom.feed(ids)
  local found, seen, skipped, titles, failed, first = {}, {}, {}, {}, 0, nil
  local feeds = mix.task.map(ids, { limit = at_once }, function(id)
    local feed, reason = channel_feed(id)
    return feed or { reason = reason }
  end)
  for place, feed in ipairs(feeds) do
    if feed.reason then
      failed = failed + 1
      first = first or ("%s: %s"):format(ids[place], feed.reason)
    else
      titles[ids[place]] = feed.title
      for reason, count in pairs(feed.skipped) do
        skipped[reason] = (skipped[reason] or 0) + count
      end
      for _, video in ipairs(feed.videos) do
        if not seen[video.id] then
          seen[video.id] = true
          found[#found + 1] = video
        end
      end
    end
  end
  local problem = failed > 0 and hub.problem("fetch_failed",
    ("%d of %d channels could not be fetched; the first: %s"):format(failed, #ids, first)) or nil
  if problem and failed == #ids then return nil, problem end
  table.sort(found, function(a, b)
    if a.published ~= b.published then return a.published > b.published end
    return a.id < b.id
  end)
  return found, { skipped = skipped, pages = #ids, titles = titles, problem = problem }
end

-- The first channel that is followed; else YouTube's own, which has been there from the beginning.
local function any_channel()
  -- To ask for channels would make a data file where there is none.
  local channel = mix.host.data_file().exists and mix.feed.channels("youtube")[1]
  return channel and channel.id or "UCBR8-60-B28hp2BmDPdntcQ"
end

--- See docs/doctor.md.
youtube_atom.checks = {
  {
    title = "YouTube", upstream = "youtube", serves = { "feed" },
    client = function() return { upstream = "youtube" } end,
    unused = function()
      if mix.env.setting("upstream.hub") ~= hub.base then return "not used: a hub is configured" end
    end,
    question = function()
      return { path = "/feeds/videos.xml", query = { channel_id = any_channel() } }
    end,
    shape = function(answer)
      local feed, reason = read(answer)
      return not feed and reason or nil
    end,
  },
}

return youtube_atom
