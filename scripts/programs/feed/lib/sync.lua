-- Brings the feed up to date: tells the hub of the channels, lets it look for new videos when that
-- is due, fetches what is new and stores it. Whatever fails on the way, the stored feed stays.

local hub = require("providers.hub")
local youtube_atom = require("providers.youtube_atom")

local sync = {}

-- What a hub learns late has a date of before: the last fetch is overlapped by this.
local overlap = 86400

local function unregistered(channels)
  local ids = {}
  for _, channel in ipairs(channels) do
    if not channel.registered then ids[#ids + 1] = channel.id end
  end
  return ids
end

local function note(result, problem)
  result.problems[#result.problems + 1] = problem
  mix.events.emit("problem", {
    code = problem.code, message = problem.message, advice = problem.advice,
  })
end

-- Tells the hub of channels that it does not know.
local function register(account, result)
  local ids = unregistered(mix.feed.channels(account.key))
  if #ids == 0 then return true end
  local ok, problem = hub.register(account.user, ids, function(part)
    local done = {}
    for index, id in ipairs(part) do done[index] = { id = id, registered = true } end
    mix.feed.follow(account.key, done)
  end)
  if ok then
    result.registered = #ids
    mix.events.emit("registered", { channels = #ids })
    return true
  end
  note(result, problem)
  return nil
end

-- The hub has forgotten the user: everything is registered once more.
local function register_again(account, result)
  if result.registered_again then return nil end
  result.registered_again = true
  mix.feed.forget_registrations(account.key)
  return #mix.feed.channels(account.key) > 0 and register(account, result)
end

--- The decision on whether it is time. `options`: forced, visible, begin.
function sync.due(account, options)
  local every = mix.env.setting("feed.every")
  if every == "off" and not options.forced then
    return { due = false, action = "wait", reason = "feed.every is off" }
  end
  return mix.policy.due("feed", {
    key = account.key, rule = mix.env.setting("feed.policy"),
    every = every ~= "off" and every or nil, forced = options.forced,
    visible = options.visible, begin = options.begin,
  })
end

local function waits(result, decision)
  result.waits, result.next_at = true, decision.next_at
  mix.events.emit("waiting", {
    next_at = decision.next_at and mix.time.iso(decision.next_at) or mix.json.null,
    reason = decision.reason,
  })
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
  note(result, problem)
end

local function fetch_hub(account, result)
  local last = mix.policy.history("feed_fetch", { key = account.key }).last_success
  local since = last and mix.feed.count(account.key) > 0 and last - overlap or nil
  local found, counts = hub.feed(account.user, since)
  if not found and counts.unknown_user and register_again(account, result) then
    found, counts = hub.feed(account.user, since)
  end
  return found, counts
end

-- Stores what came; `counts` as of hub.feed.
local function store(account, result, found, counts)
  result.live, result.skipped = true, counts.skipped
  if counts.problem then note(result, counts.problem) end
  if counts.cut then
    result.cut = counts.pages
    mix.log.warn(("feed: the source has no end; stopped after %d pages"):format(counts.pages))
  end
  result.new = mix.feed.merge(account.key, found)
  local changes = {}
  for index, video in ipairs(result.new) do changes[index] = video.published end
  mix.policy.record("feed_fetch", true, { key = account.key, changes = changes })
  if result.reconciled then
    mix.policy.record("feed", true, { key = account.key, changes = changes })
  end
  for _, video in ipairs(result.new) do mix.events.emit("video", video) end
end

local function from_hub(account, options, result)
  local ok, problem = hub.health()
  if not ok then return note(result, problem) end
  -- A hub may know the user's channels already, from elsewhere.
  if #mix.feed.channels(account.key) == 0 and not hub.knows(account.user) then
    result.follows_nothing = true
    return nil
  end
  register(account, result)
  local decision = sync.due(account, {
    forced = options.forced, visible = options.visible, begin = true,
  })
  result.reason = decision.reason
  if decision.due then
    reconcile(account, result)
  else
    waits(result, decision)
  end
  local found, counts = fetch_hub(account, result)
  if not found then return note(result, counts) end
  store(account, result, found, counts)
end

-- Without a hub each channel is a request, so that the policy decides about the whole.
local function from_youtube(account, options, result)
  local decision = sync.due(account, {
    forced = options.forced, visible = options.visible, begin = true,
  })
  result.reason = decision.reason
  if not decision.due then return waits(result, decision) end
  local ids = {}
  for index, channel in ipairs(mix.feed.channels(account.key)) do ids[index] = channel.id end
  local found, counts = youtube_atom.feed(ids)
  if not found then
    mix.policy.record("feed", false, { key = account.key, error = counts.message })
    return note(result, counts)
  end
  local named = {}
  for id, title in pairs(counts.titles) do named[#named + 1] = { id = id, title = title } end
  mix.feed.follow(account.key, named)
  result.reconciled = true
  store(account, result, found, counts)
  result.found = #result.new
end

--- Brings the feed of an account up to date. `options`: forced, visible. Returns {live, new, found,
-- reconciled, waits, reason, next_at, skipped, problems, follows_nothing}; what is stored is the
-- feed.
function sync.run(account, options)
  local result = { new = {}, problems = {}, skipped = {} }
  if account.hub then
    from_hub(account, options, result)
  else
    from_youtube(account, options, result)
  end
  return result
end

return sync
