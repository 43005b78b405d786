-- The feeds of other sites than YouTube: their entries, as they are kept, and the times at which
-- they are asked again.

local asking = require("lib.feeds.asking")

local feed_entries = {}

-- Few at once: a feed may have 16 MB.
local at_once = 4
-- Seconds between two requests to a feed, whatever it asks for. One that has failed for some time
-- is left alone for an eighth of that.
local shortest_pause, longest_pause = 300, 86400
local tolerance = 3600
-- How many entries of a feed are kept, the newest ones: feeds that have all that ever was would
-- push those of others out.
local most_kept = 100

-- The identifier of an entry: as long as that of a video, and never beginning with a dash.
local function id_of(channel, entry)
  return mix.crypto.sha256(channel.id .. " " .. entry.name):sub(1, 11)
end

-- Programs that have no date write the first day of 1970, or of the year 1.
local unset = 86400

local function video_of(channel, entry, now)
  local published = entry.published
  local is_dated = published and published > unset and published <= now + tolerance
  return {
    id = id_of(channel, entry), channel = channel.id, followed = channel.id, title = entry.title,
    published = is_dated and published or now, undated = not is_dated or nil,
    about = entry.about, author = entry.author, duration = entry.duration,
    thumbnail = (entry.picture or ""):find("^https:") and entry.picture or nil,
    url = entry.link or channel.page, file = entry.file, file_type = entry.file_type,
    form = entry.file_kind or "article",
  }
end

local function videos_of(channel, feed)
  local list, skipped, now = {}, {}, mix.time.now()
  for place, entry in ipairs(feed.entries) do
    -- Entries without dates keep the order of the feed.
    if entry.title then
      list[#list + 1] = video_of(channel, entry, now - place / 1000)
    else
      skipped["no title"] = (skipped["no title"] or 0) + 1
    end
  end
  table.sort(list, function(a, b)
    if a.published ~= b.published then return a.published > b.published end
    return a.id < b.id
  end)
  return table.move(list, 1, math.min(#list, most_kept), 1, {}), skipped
end

-- A page may stand in a list in place of its feed: it is looked at until a feed came.
local function ask(channel)
  if channel.seen or channel.address then
    -- The log-in is that of the site that the user follows, wherever its feed has moved.
    return asking.feed(channel.address or channel.id, channel.id:match("^%a+://[^/?#]+"))
  end
  return asking.find(channel.id)
end

-- When a feed is asked again.
local function next_time(channel, found)
  local pause = math.max(found.pause or 0, shortest_pause)
  if found.answer ~= "ok" and channel.failed then
    pause = math.max(pause, (mix.time.now() - channel.failed.first) / 8)
  end
  return mix.time.now() + math.min(pause, longest_pause)
end

--- Whether a feed is to be asked now.
function feed_entries.is_due(channel, forced)
  return forced or not channel.gone and (not channel.next_at or channel.next_at <= mix.time.now())
end

--- Asks feeds. `done()` is called after each answer. Returns their entries as videos, and {skipped,
--- titles, answers, details} by the ids of channels, as of the provider of YouTube.
function feed_entries.fetch(channels, done)
  local found, counts = {}, { skipped = {}, titles = {}, answers = {}, details = {} }
  local answers = mix.task.map(channels, { limit = at_once }, function(channel)
    local answer = ask(channel)
    -- The texts of a feed may be large: what is kept of them is small.
    local feed = answer.feed
    if feed then
      answer.list, answer.skipped = videos_of(channel, feed)
      answer.title, answer.page = feed.title, feed.page
      answer.feed = nil
    else
      answer.page = nil
    end
    done()
    return answer
  end)
  for place, answer in ipairs(answers) do
    local channel = channels[place]
    local id = channel.id
    counts.answers[id], counts.titles[id] = answer.answer, answer.title
    counts.details[id] = {
      reason = answer.reason, advice = answer.advice, page = answer.page,
      address = answer.answer == "ok" and answer.address or nil,
      next_at = next_time(channel, answer),
    }
    for _, video in ipairs(answer.list or {}) do found[#found + 1] = video end
    for reason, count in pairs(answer.skipped or {}) do
      counts.skipped[reason] = (counts.skipped[reason] or 0) + count
    end
  end
  return found, counts
end

return feed_entries
