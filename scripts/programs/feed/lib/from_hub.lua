-- A refresh from a hub: it learns of the channels, looks for new videos when that is due, and
-- gives what is new. Feeds of other sites are asked beside it.

local addresses = require("programs.feed.lib.addresses")
local archive = require("programs.feed.lib.archive")
local direct = require("programs.feed.lib.direct")
local followed = require("programs.feed.lib.followed")
local hub = require("services.hub.provider")
local steps = require("programs.feed.lib.steps")
local youtube_atom = require("services.youtube.provider")

local from_hub = {}

-- A hub may learn of a video late, with a date of before: the last fetch is overlapped by this.
local overlap = 86400
-- A hub does not give the names of channels: YouTube is asked for this many at once, and for each
-- again after a day.
local most_names, names_pause = 25, 86400

local function unregistered(channels)
  local ids = {}
  for _, channel in ipairs(channels) do
    if not channel.registered and not addresses.is_feed(channel.id) then
      ids[#ids + 1] = channel.id
    end
  end
  return ids
end

-- Tells the hub of channels that it does not know.
local function register(account, result)
  local ids = unregistered(followed.channels(account))
  if #ids == 0 then return true end
  local ok, problem = hub.register(account.user, ids, function(part)
    followed.note_registered(account, part)
  end)
  if ok then
    result.registered = #ids
    mix.events.emit("registered", { channels = #ids })
    return true
  end
  steps.note(result, problem)
  return nil
end

-- The hub has forgotten the user: everything is registered once more.
local function register_again(account, result)
  if result.registered_again then return nil end
  result.registered_again = true
  followed.forget_registrations(account)
  return followed.channel_count(account) > 0 and register(account, result)
end

local function reconcile(account, result)
  local count, problem = hub.reconcile(account.user)
  if not count and problem.unknown_user and register_again(account, result) then
    count, problem = hub.reconcile(account.user)
  end
  if count then
    result.reconciled, result.found = true, count
    mix.policy.record("feed", true, { key = account.key })
    mix.events.emit("reconciled", { new_videos = count })
    return
  end
  mix.policy.record("feed", false, {
    key = account.key, error = problem.message, not_before = problem.not_before,
  })
  steps.note(result, problem)
end

local function fetch_hub(account, result)
  local last = mix.policy.history("feed_fetch", { key = account.key }).last_success
  local since = last and archive.count(account) > 0 and last - overlap or nil
  local found, counts = hub.feed(account.user, since)
  if not found and counts.unknown_user and register_again(account, result) then
    found, counts = hub.feed(account.user, since)
  end
  return found, counts
end

-- Asks YouTube what the channels are called that nobody has named yet.
local function name_channels(account)
  local ids, now = {}, mix.time.now()
  for _, channel in ipairs(followed.channels(account)) do
    local is_due = not channel.named_at or now - channel.named_at > names_pause
    local is_nameless = not channel.title and not addresses.is_feed(channel.id)
    if is_nameless and is_due and #ids < most_names then ids[#ids + 1] = channel.id end
  end
  if #ids > 0 then followed.note_names(account, ids, youtube_atom.titles(ids)) end
end

-- Whether there is a channel that a hub can know.
local function has_channels(account)
  for _, channel in ipairs(followed.channels(account)) do
    if not addresses.is_feed(channel.id) then return true end
  end
  return false
end

local function ask_hub(account, options, result)
  local ok, problem = hub.health()
  if not ok then return steps.note(result, problem) end
  -- A hub may know the user's channels already, from elsewhere.
  if not has_channels(account) and not hub.knows(account.user) then
    if followed.channel_count(account) == 0 then return steps.be_idle(account, result) end
    return mix.policy.record("feed", true, { key = account.key })
  end
  register(account, result)
  local decision = steps.due(account, {
    forced = options.forced, visible = options.visible, begin = true,
  })
  result.reason = decision.reason
  if decision.due then
    reconcile(account, result)
  else
    steps.waits(result, decision)
  end
  local found, counts = fetch_hub(account, result)
  if not found then
    -- Nobody can see yet what the hub has found: the next fetch brings it.
    result.found = nil
    return steps.note(result, counts)
  end
  steps.store(account, result, found, counts)
  name_channels(account)
end

--- Brings the feed of an account up to date. Arguments as of sync.run, and its result.
function from_hub.run(account, options, result)
  local is_due = steps.due(account, { forced = options.forced, visible = options.visible }).due
  ask_hub(account, options, result)
  if not is_due then return end
  local before = #result.new
  direct.fetch(account, options, result)
  result.found = (result.found or 0) + #result.new - before
end

return from_hub
