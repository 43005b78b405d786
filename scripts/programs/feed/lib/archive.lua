-- The videos that are kept between runs, in the program's own collection. Records of one account
-- (a hub with a user, or this machine) have its key in front.

local addresses = require("programs.feed.lib.addresses")
local feed_keys = require("programs.feed.lib.feed_keys")
local followed = require("programs.feed.lib.followed")
local notices = require("lib.notices")

local archive = {}

--- How many videos of an account are kept, the newest ones; starred ones stay beyond that.
archive.most_videos = 5000

local key, together = feed_keys.of, feed_keys.together

local function videos() return mix.store.open("feed.videos") end

--- Returns the id under which a video is followed: of a channel, a list or a feed.
function archive.followed_as(video) return video.followed or video.channel end

local followed_as = archive.followed_as

-- Removes the videos of channels that are left, and gives those that stay the channel's name:
-- starred ones, and all of a hub, which keeps sending them. Returns how many were removed.
local function leave_videos(account, left, keeps)
  local store, gone, named = videos(), {}, {}
  for video in store:each({ account = account.key }) do
    local channel = left[followed_as(video)]
    local comes_back = account.hub and channel and not addresses.is_feed(channel.id)
    if channel and not (comes_back or keeps) and not video.starred then
      gone[#gone + 1] = video.key
    elseif channel and channel.title and not video.author then
      named[#named + 1] = video
      video.author = channel.title
    end
  end
  for _, old in ipairs(gone) do store:delete(old) end
  for _, video in ipairs(named) do store:put(video) end
  return #gone
end

--- Stops following channels. Returns how many were followed, and how many videos went with them:
-- none where the user `keeps` them.
function archive.unfollow(account, ids, keeps)
  local removed, gone = 0, 0
  together(function()
    local left
    removed, left = followed.remove(account, ids)
    gone = removed > 0 and leave_videos(account, left, keeps) or 0
    return true
  end)
  return removed, gone
end

-- Removes the oldest ones beyond the limit.
local function trim(account, store)
  local excess = store:count({ account = account.key }) - archive.most_videos
  if excess <= 0 then return end
  local oldest = {}
  for video in store:each({ account = account.key, order = "published" }) do
    if #oldest == excess then break end
    if not video.starred then oldest[#oldest + 1] = video.key end
  end
  for _, old in ipairs(oldest) do store:delete(old) end
end

local function is_same(one, other)
  for name, value in pairs(one) do
    if other[name] ~= value then return false end
  end
  return true
end

-- The time before which an unknown video would be removed at once: that of the oldest one, where as
-- many are kept as may be. Such a video would count as new each time that it comes.
local function limit_of(account, store)
  if store:count({ account = account.key }) < archive.most_videos then return 0 end
  for video in store:each({ account = account.key, order = "published" }) do
    if not video.starred then return video.published end
  end
  return math.huge
end

-- A video as it is stored, with what only its stored form tells.
local function record_of(account, video, known)
  local record = { key = key(account, video.id), account = account.key }
  for name, value in pairs(video) do record[name] = value end
  if not known then return record end
  -- An entry without a date has the one on which it came first.
  if record.undated then record.published = known.published end
  record.duration = record.duration or known.duration
  record.author = record.author or known.author
  record.unread, record.starred = known.unread, known.starred
  return record
end

-- Posts a video that the user has not seen.
local function tell(events, record)
  if not record.unread then return end
  notices.post(events, { kind = "video", key = record.key, title = record.title or record.id,
    text = record.author,
    url = record.url or "https://www.youtube.com/watch?v=" .. record.id })
end

-- Whether a channel had a video before it was followed. When videos of it come first, their dates
-- tell, and those without one are old; later only those that are older than the first ones were:
-- they move up when others are removed.
local function is_old(channel, video)
  if not (channel and channel.followed_at) then return false end
  if channel.seen then return video.published < (channel.oldest or 0) end
  return video.undated or video.published < channel.followed_at
end

-- The stored entry of a feed that has come under another name: sites rename all entries at once
-- when they move or change their program. It has the same time and title, and the feed has it no
-- more.
local function renamed(account, store, video, ids)
  local id = followed_as(video)
  if video.undated or not addresses.is_feed(id) then return nil end
  for _, other in ipairs(store:find({ account = account.key, published = video.published })) do
    local is_same_entry = followed_as(other) == id and other.title == video.title
    if is_same_entry and not other.undated and not ids[other.id] then return other end
  end
end

--- Keeps videos; of one that is known, what it is now. Those of a later fetch than the first are
-- unread until they are marked, but not those that a channel had before it was followed. Returns
-- those that were not known, in their order.
function archive.merge(account, list)
  local events = notices.open()
  return together(function()
    local store, new = videos(), mix.json.array({})
    local channels, oldest = followed.by_id(account), {}
    local is_first = store:count({ account = account.key }) == 0
    local limit, ids = limit_of(account, store), {}
    for _, video in ipairs(list) do ids[video.id] = true end
    for _, video in ipairs(list) do
      local known = store:get(key(account, video.id))
      if not known then
        known = renamed(account, store, video, ids)
        if known then store:delete(known.key) end
      end
      local record = record_of(account, video, known)
      if not known and record.published >= limit then
        record.unread = not (is_first or is_old(channels[followed_as(video)], video)) or nil
        new[#new + 1] = record
        store:put(record)
        tell(events, record)
      elseif known and not is_same(record, known) then
        -- Most of what sources list is there already: each would cost a write.
        store:put(record)
      end
      local id = followed_as(video)
      oldest[id] = math.min(oldest[id] or math.huge, record.published)
    end
    followed.note_seen(channels, oldest)
    trim(account, store)
    return new
  end)
end

--- Stored videos, newest first. Options: limit; unread, starred: only such; accept(video): only
-- those that it takes.
function archive.videos(account, options)
  local list = {}
  local walk = videos():each({
    account = account.key, unread = options.unread or nil, starred = options.starred or nil,
    order = "published", descending = true,
  })
  for video in walk do
    if not options.accept or options.accept(video) then list[#list + 1] = video end
    if #list == options.limit then break end
  end
  return list
end

--- How many videos are stored; `only` ("unread", "starred"): only such.
function archive.count(account, only)
  local query = { account = account.key }
  if only then query[only] = true end
  return videos():count(query)
end

--- A stored video by its id; nil when there is none.
function archive.video(account, id) return videos():get(key(account, id)) end

--- Sets or clears marks of videos, all or none of them: `marks` has true or false by name
-- ("unread", "starred"). Returns how many videos changed, and the ids that are not stored.
function archive.mark(account, ids, marks)
  local changed, unknown = 0, {}
  together(function()
    local store = videos()
    changed, unknown = 0, {}
    for _, id in ipairs(ids) do
      local record, differs = store:get(key(account, id)), false
      for mark, is_set in pairs(record and marks or {}) do
        differs = differs or (record[mark] == true) ~= is_set
        record[mark] = is_set or nil
      end
      if not record then unknown[#unknown + 1] = id end
      if differs then
        store:put(record)
        changed = changed + 1
      end
    end
    return true
  end)
  return changed, unknown
end

return archive
