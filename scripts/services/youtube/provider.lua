-- YouTube's own feeds of channels (Atom), for users without a hub: the newest 15 videos of each
-- channel, without their lengths.

local failure = require("lib.failure")
local hub = require("services.hub.provider")
local reading = require("lib.feeds.reading")
local videos = require("lib.feed_videos")
local xml_entries = require("lib.feeds.xml_entries")

local youtube_atom = { name = "youtube", title = "YouTube", upstream = "youtube" }

local base = mix.http.service("youtube").base .. "/feeds/videos.xml"
local at_once = 6
-- Seconds for one channel, and the number of server errors in a run after which no request is
-- repeated: YouTube has waves of them that last for hours.
local patience, most_errors = 20, 3

-- Reads an answer as the root of a feed; nil, the reason and its kind.
local function feed_of(answer)
  if answer.status ~= 200 then
    return nil, ("HTTP status %d"):format(answer.status),
      failure.kind_of_status(youtube_atom, answer.status)
  end
  local root, is_cut, kind = reading.root(answer.body, answer.headers["content-type"])
  if not root then return nil, is_cut, kind end
  local feed = xml_entries.reader(root, true)
  if not root.name:find("feed$") then
    return nil, ("no feed, but <%s>"):format(root.name), "answer"
  end
  local last = feed.all("entry")
  if is_cut and (#last == 0 or last[1].is_open) then return nil, reading.cut, "answer" end
  return feed
end

-- The parts of a channel's videos, by the beginning of their list's id.
local parts = { UULF = "videos", UUSH = "shorts", UULV = "live" }

-- The name of what is followed: the feed's title; of a part of a channel, the channel's.
local function title_of(feed, id)
  local part, author = parts[id:sub(1, 4)], feed.first("author")
  local name = part and author and xml_entries.reader(author, true).text("name")
  return name and ("%s (%s)"):format(name, part) or feed.text("title")
end

-- Reads a channel's videos, its title, and the skipped entries from an answer; nil, the reason and
-- its kind. `id`: of the channel or list.
local function read(answer, id)
  local feed, problem, kind = feed_of(answer)
  if not feed then return nil, problem, kind end
  local found, skipped = {}, {}
  -- A user who follows shorts, or a list of videos, wants all that is in it.
  local takes_shorts = id:find("^UUSH") or id:find("^PL")
  for _, element in ipairs(feed.all("entry")) do
    if not element.is_open then
      local video, reason = videos.from_atom(xml_entries.reader(element, true), takes_shorts)
      if video then
        video.followed = id
        found[#found + 1] = video
      else
        skipped[reason] = (skipped[reason] or 0) + 1
      end
    end
  end
  return { videos = found, title = title_of(feed, id), skipped = skipped }
end

-- Asks for a feed. Where a channel's list of long videos is not there, as of many since 2026, its
-- whole feed has them; shorts are left out there.
local function asked(id, run)
  local name = id:find("^UC") and "channel_id" or "playlist_id"
  local answer, err = failure.caught(mix.http.get, base, {
    query = { [name] = id }, ttl = 0, timeout = patience, retry = run.errors < most_errors,
  })
  local channel = answer and answer.status == 404 and id:match("^UULF(.+)")
  return channel and asked("UC" .. channel, run) or answer, err
end

-- Requests a channel's feed. `run.errors` counts the server errors of all channels.
local function channel_feed(id, run)
  local answer, err = asked(id, run)
  if not answer then return { reason = failure.short(err), kind = err.kind, answer = "failed" } end
  if answer.status >= 500 then run.errors = run.errors + 1 end
  local feed, reason, kind = read(answer, id)
  if feed then
    feed.answer = "ok"
    return feed
  end
  local is_missing = answer.status == 404 or answer.status == 410
  return {
    reason = reason, kind = kind, status = answer.status ~= 200 and answer.status or nil,
    answer = is_missing and "missing" or "failed",
  }
end

--- Returns the titles of channels by their ids, as far as their feeds answer.
function youtube_atom.titles(ids)
  local run, titles = { errors = most_errors }, {}
  local feeds = mix.task.map(ids, { limit = at_once }, function(id)
    return channel_feed(id, run)
  end)
  for place, feed in ipairs(feeds) do titles[ids[place]] = feed.title end
  return titles
end

local outage = "YouTube has waves of such answers; stored videos stay"
local again = "it is tried again automatically"
local advice = { portal = "open YouTube in a browser once: it may ask something first" }

-- The problem of failed channels; `first` is the feed of one, `id` its channel. `is_wave`: whether
-- one was answered with 404 or a server error.
local function problem_of(failed, count, first, id, is_wave)
  if failed == 0 then return nil end
  return hub.problem("fetch_failed", ("%d of %d channels did not answer; the first: %s: %s"):format(
    failed, count, id, first.reason), {
      provider = youtube_atom.name, kind = first.kind, status = first.status,
      class = is_wave and "passing" or nil, advice = is_wave and outage or nil,
    })
end

-- Why a channel failed, and what its reader can do.
local function details_of(feed)
  local is_outage = feed.answer == "missing" or (feed.status or 0) >= 500
  return { reason = feed.reason, advice = is_outage and outage or advice[feed.kind] or again }
end

--- Returns the videos of channels, newest first. Results like those of hub.feed, with the
--- channels' titles, answers ("ok", "missing": 404, "failed") and the `details` of failures
--- ({reason, advice}) beside. After a failure, too, the second result has `answers` and `details`.
--- `done()` is called after each channel's answer.
function youtube_atom.feed(ids, done)
  local found, seen, skipped, titles, failed, first = {}, {}, {}, {}, 0, nil
  local run, answers, details, is_wave = { errors = 0 }, {}, {}, false
  local feeds = mix.task.map(ids, { limit = at_once }, function(id)
    local feed = channel_feed(id, run)
    done()
    return feed
  end)
  for place, feed in ipairs(feeds) do
    answers[ids[place]] = feed.answer
    is_wave = is_wave or feed.answer == "missing"
    if feed.reason then
      failed = failed + 1
      first = first or place
      details[ids[place]] = details_of(feed)
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
  local problem = problem_of(failed, #ids, feeds[first], ids[first], is_wave or run.errors > 0)
  if problem and failed == #ids then
    problem.answers, problem.details = answers, details
    return nil, problem
  end
  table.sort(found, function(a, b)
    if a.published ~= b.published then return a.published > b.published end
    return a.id < b.id
  end)
  return found, {
    skipped = skipped, pages = #ids, titles = titles, answers = answers, problem = problem,
    details = details,
  }
end

-- YouTube's own channel, which has existed from the beginning.
local any_channel = "UCBR8-60-B28hp2BmDPdntcQ"

--- The doctor's checks; see docs/doctor.md.
youtube_atom.checks = { {
  title = "YouTube", upstream = "youtube", serves = { "feed" },
  client = function() return { upstream = "youtube" } end,
  unused = function()
    if mix.env.setting("upstream.hub") ~= hub.base then return "not used: a hub is configured" end
  end,
  question = function()
    return { path = "/feeds/videos.xml", query = { channel_id = any_channel } }
  end,
  shape = function(answer)
    local feed, reason = feed_of(answer)
    return not feed and reason or nil
  end,
} }

return youtube_atom
