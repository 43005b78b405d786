-- The channels that are followed, and how they answer, in the program's own collection. Records
-- of one account (a hub with a user, or this machine) have its key in front.

local addresses = require("programs.feed.lib.addresses")
local feed_keys = require("programs.feed.lib.feed_keys")

local followed = {}

--- On how many different days a channel must be missing before it counts as gone. YouTube answers
-- 404 for good channels, in waves of hours.
followed.days_until_gone = 3

local key, together = feed_keys.of, feed_keys.together

local function channels() return mix.store.open("feed.channels") end

--- The channels that are followed, in the order in which they were added: {id (of a channel or a
-- list, or a feed's address), title, folder (of the user's list, outermost first), registered,
-- followed_at, seen (whether videos of it came), oldest (the date of the oldest one of the first),
-- missing (days on which it was missing), asked (the day on which it was last), failed ({reason,
-- advice, since (a day), first (a time)}, nil while it answers)}; of a feed also address (where it
-- has moved to), page (its site), next_at (when it may be asked again), gone (the day on which its
-- publisher has ended it).
function followed.channels(account)
  local list = {}
  for channel in channels():each({ account = account.key }) do list[#list + 1] = channel end
  return list
end

--- How many channels are followed.
function followed.channel_count(account) return channels():count({ account = account.key }) end

--- Whether a channel counts as gone.
function followed.is_gone(channel)
  return channel.gone ~= nil or #(channel.missing or {}) >= followed.days_until_gone
end

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

-- The part of an address that its spellings have in common.
local function plain(id) return (id:gsub("^https?://", ""):gsub("/$", "")) end

--- The channel that is followed under an id, an address that its feed has or had, its page or its
-- name; nil when none is.
function followed.find(account, word)
  local wanted, named = plain(word), nil
  for _, channel in ipairs(followed.channels(account)) do
    if plain(channel.id) == wanted or channel.address and plain(channel.address) == wanted
      or channel.page and plain(channel.page) == wanted then
      return channel
    end
    if channel.title and mix.text.fold(channel.title) == mix.text.fold(word) then
      named = named or channel
    end
  end
  return named
end

--- Adds channels {id, title, folder, site}; the title of one that is there is set. Returns how many
-- are new.
function followed.follow(account, list)
  return together(function()
    local store, added, now, known, taken = channels(), 0, mix.time.now(), {}, {}
    for _, channel in ipairs(followed.channels(account)) do
      known[plain(channel.id)] = channel
      if channel.address then known[plain(channel.address)] = channel end
    end
    for _, channel in ipairs(list) do
      local record = known[plain(channel.id)]
      if not record then
        added = added + 1
        record = {
          key = key(account, channel.id), account = account.key, id = channel.id,
          followed_at = now,
        }
        known[plain(channel.id)] = record
      end
      -- Readers list a feed once more below "All": its own place comes first.
      local said = { title = channel.title, folder = channel.folder, page = channel.site }
      for name, value in pairs(said) do
        if not (taken[record] and record[name]) then record[name] = value end
      end
      taken[record] = true
      store:put(record)
    end
    return added
  end)
end

--- Takes channels out of the list. Returns how many were in it, and their records by id.
function followed.remove(account, ids)
  local store, count, left = channels(), 0, {}
  for _, id in ipairs(ids) do
    local record = store:get(key(account, id))
    if record and store:delete(record.key) then count, left[id] = count + 1, record end
  end
  return count, left
end

--- Returns the places of those ids in a list that no followed channel has.
function followed.unknown(account, ids)
  local store, places = channels(), {}
  for place, id in ipairs(ids) do
    if not store:get(key(account, id)) then places[#places + 1] = place end
  end
  return places
end

--- Notes that the hub knows channels.
function followed.note_registered(account, ids)
  change_channels(account, ids, function(record)
    record.registered = true
    return true
  end)
end

--- Forgets which channels were registered at the hub.
function followed.forget_registrations(account)
  local ids = {}
  for index, channel in ipairs(followed.channels(account)) do ids[index] = channel.id end
  change_channels(account, ids, function(record)
    record.registered = nil
    return true
  end)
end

-- Keeps a channel's answer: how it failed, and of a feed where and when to ask again.
local function note_details(record, answer, details, today)
  for _, name in ipairs({ "address", "page" }) do record[name] = details[name] or record[name] end
  record.next_at = details.next_at
  record.gone = answer == "gone" and (record.gone or today) or nil
  local before = record.failed
  record.failed = answer ~= "ok" and details.reason and {
    reason = details.reason, advice = details.advice, since = before and before.since or today,
    first = before and before.first or mix.time.now(),
  } or nil
end

--- Notes how channels answered: `answers` has "ok", "missing", "gone" or "failed" by id, `titles`
-- what they are called, `details` {reason, advice, address, page, next_at}. A day counts against a
-- channel of YouTube only when another one answered, or there is no other.
function followed.note_answers(account, answers, titles, details)
  local ids, answered = {}, false
  for id, answer in pairs(answers) do
    ids[#ids + 1] = id
    answered = answered or answer == "ok"
  end
  local counts = answered or #ids == 1
  local today = mix.time.iso(mix.time.now()):sub(1, 10)
  change_channels(account, ids, function(record)
    record.title = addresses.is_feed(record.id) and record.title or titles[record.id]
      or record.title
    note_details(record, answers[record.id], details[record.id] or {}, today)
    if answers[record.id] == "ok" then
      record.missing, record.asked = nil, nil
    elseif answers[record.id] == "missing" and (counts or addresses.is_feed(record.id)) then
      record.missing, record.asked = record.missing or {}, today
      if record.missing[#record.missing] ~= today and not followed.is_gone(record) then
        table.insert(record.missing, today)
      end
    end
    return true
  end)
end

--- Notes when names were asked for, and what they are.
function followed.note_names(account, ids, titles)
  local now = mix.time.now()
  change_channels(account, ids, function(record)
    record.title, record.named_at = titles[record.id] or record.title, now
    return true
  end)
end

--- The channels by their ids.
function followed.by_id(account)
  local list = {}
  for _, channel in ipairs(followed.channels(account)) do list[channel.id] = channel end
  return list
end

--- Notes that videos of channels have come for the first time, and the date of the oldest one.
-- `oldest`: by the ids of channels.
function followed.note_seen(by_id, oldest)
  local store = channels()
  for id, published in pairs(oldest) do
    local channel = by_id[id]
    if channel and not channel.seen then
      channel.seen, channel.oldest = true, published
      store:put(channel)
    end
  end
end

return followed
