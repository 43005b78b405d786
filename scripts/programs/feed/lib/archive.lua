-- The channels and videos that are kept between runs, in the program's own collections. What
-- belongs to one account (a hub with a user, or this machine) has its key in front.

local archive = {}

--- How many videos of an account are kept, the newest ones; starred ones stay beyond that.
archive.most_videos = 5000
--- On how many different days a channel must be missing before it counts as gone. YouTube answers
-- 404 for good channels, in waves of hours.
archive.days_until_gone = 3

local function channels() return mix.store.open("channels") end

local function videos() return mix.store.open("videos") end

local function key(account, id) return account.key .. " " .. id end

-- Several reads and writes as one step. A failure to save ends the run.
local function together(work) return assert(mix.store.transaction(work)) end

-- MARK: Channels

--- The channels that are followed, in the order in which they were added: {id (of a channel or a
-- list), title, registered, followed_at, seen (whether videos of it came), missing (days on which
-- it was missing), asked (the day on which it was last)}.
function archive.channels(account)
  local list = {}
  for channel in channels():each({ account = account.key }) do list[#list + 1] = channel end
  return list
end

--- How many channels are followed.
function archive.channel_count(account) return channels():count({ account = account.key }) end

--- Whether a channel counts as gone.
function archive.is_gone(channel) return #(channel.missing or {}) >= archive.days_until_gone end

-- Changes the records of channels that are followed: `change(record)` returns whether it did.
local function change_channels(account, ids, change)
  together(function()
    local store = channels()
    for _, id in ipairs(ids) do
      local record = store:get(key(account, id))
      if record and change(record) then store:put(record) end
    end
    return true
  end)
end

--- Adds channels {id, title}; the title of one that is there is set. Returns how many are new.
function archive.follow(account, list)
  return together(function()
    local store, added, now = channels(), 0, mix.time.now()
    for _, channel in ipairs(list) do
      local known = store:get(key(account, channel.id))
      if not known then added = added + 1 end
      local record = known or {
        key = key(account, channel.id), account = account.key, id = channel.id,
        followed_at = now,
      }
      record.title = channel.title or record.title
      store:put(record)
    end
    return added
  end)
end

--- Returns the id under which a video is followed: of a channel or a list.
function archive.followed_as(video) return video.followed or video.channel end

local followed_as = archive.followed_as

-- Removes the videos of channels that are left, and gives those that stay the channel's name:
-- starred ones, and all of a hub, which keeps sending them. Returns how many were removed.
local function leave_videos(account, left)
  local store, gone, named = videos(), {}, {}
  for video in store:each({ account = account.key }) do
    local channel = left[followed_as(video)]
    if channel and not account.hub and not video.starred then
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

--- Stops following channels. Returns how many were followed, and how many videos went with them.
function archive.unfollow(account, ids)
  local removed, gone = 0, 0
  together(function()
    local store, left = channels(), {}
    removed = 0
    for _, id in ipairs(ids) do
      local record = store:get(key(account, id))
      if record and store:delete(record.key) then
        removed, left[id] = removed + 1, record
      end
    end
    if removed > 0 then gone = leave_videos(account, left) end
    return true
  end)
  return removed, gone
end

--- Notes that the hub knows channels.
function archive.note_registered(account, ids)
  change_channels(account, ids, function(record)
    record.registered = true
    return true
  end)
end

--- Forgets which channels were registered at the hub.
function archive.forget_registrations(account)
  local ids = {}
  for index, channel in ipairs(archive.channels(account)) do ids[index] = channel.id end
  change_channels(account, ids, function(record)
    record.registered = nil
    return true
  end)
end

--- Notes how channels answered: `answers` has "ok", "missing" or "failed" by id, `titles` what they
-- are called. A day counts against a channel only when another one answered, or there is no other.
function archive.note_answers(account, answers, titles)
  local ids, answered = {}, false
  for id, answer in pairs(answers) do
    ids[#ids + 1] = id
    answered = answered or answer == "ok"
  end
  local counts = answered or #ids == 1
  local today = mix.time.iso(mix.time.now()):sub(1, 10)
  change_channels(account, ids, function(record)
    record.title = titles[record.id] or record.title
    if answers[record.id] == "ok" then
      record.missing, record.asked = nil, nil
    elseif answers[record.id] == "missing" and counts then
      record.missing, record.asked = record.missing or {}, today
      if record.missing[#record.missing] ~= today and not archive.is_gone(record) then
        table.insert(record.missing, today)
      end
    end
    return true
  end)
end

--- Notes when names were asked for, and what they are.
function archive.note_names(account, ids, titles)
  local now = mix.time.now()
  change_channels(account, ids, function(record)
    record.title, record.named_at = titles[record.id] or record.title, now
    return true
  end)
end

-- MARK: Videos

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

-- The channels whose videos have not come yet, by id.
local function new_channels(account)
  local list = {}
  for _, channel in ipairs(archive.channels(account)) do
    if channel.followed_at and not channel.seen then list[channel.id] = channel end
  end
  return list
end

local function note_seen(seen)
  local store = channels()
  for _, channel in pairs(seen) do
    channel.seen = true
    store:put(channel)
  end
end

--- Keeps videos; of one that is known, what it is now. Those of a later fetch than the first are
-- unread until they are marked, but not those that a channel had before it was followed. Returns
-- those that were not known, in their order.
function archive.merge(account, list)
  return together(function()
    local store, new = videos(), mix.json.array({})
    local first_time, seen = new_channels(account), {}
    local is_first = store:count({ account = account.key }) == 0
    for _, video in ipairs(list) do
      local known = store:get(key(account, video.id))
      local record = { key = key(account, video.id), account = account.key }
      for name, value in pairs(video) do record[name] = value end
      if known then
        record.duration = record.duration or known.duration
        record.author = record.author or known.author
        record.unread, record.starred = known.unread, known.starred
      else
        local channel = first_time[followed_as(video)]
        local is_old = channel and video.published < channel.followed_at
        record.unread = not (is_first or is_old) or nil
        new[#new + 1] = record
      end
      -- Most of what sources list is there already: each would cost a write.
      if not known or not is_same(record, known) then store:put(record) end
      seen[followed_as(video)] = first_time[followed_as(video)]
    end
    note_seen(seen)
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
