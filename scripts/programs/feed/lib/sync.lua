-- Brings the feed up to date: tells the hub of the channels, lets it look for new videos when that
-- is due, fetches what is new and stores it. The stored feed stays when a step fails.

local archive = require("programs.feed.lib.archive")
local hub = require("services.hub.provider")
local view = require("programs.feed.lib.view")
local youtube_atom = require("services.youtube.provider")

local sync = {}

-- A hub may learn of a video late, with a date of before: the last fetch is overlapped by this.
local overlap = 86400
-- How long nothing is asked while no channel is followed; `follow` ends that.
local idle_pause = 900
-- A hub does not give the names of channels: YouTube is asked for this many at once, and for each
-- again after a day.
local most_names, names_pause = 25, 86400

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
  local ids = unregistered(archive.channels(account))
  if #ids == 0 then return true end
  local ok, problem = hub.register(account.user, ids, function(part)
    archive.note_registered(account, part)
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
  archive.forget_registrations(account)
  return archive.channel_count(account) > 0 and register(account, result)
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
  local since = last and archive.count(account) > 0 and last - overlap or nil
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
  result.new = archive.merge(account, found)
  local changes = {}
  for index, video in ipairs(result.new) do changes[index] = video.published end
  mix.policy.record("feed_fetch", true, { key = account.key, changes = changes })
  if result.reconciled then
    mix.policy.record("feed", true, { key = account.key, changes = changes })
  end
  local names = view.titles(account)
  for _, video in ipairs(result.new) do mix.events.emit("video", view.video(video, names)) end
end

-- Asks YouTube what the channels are called that nobody has named yet.
local function name_channels(account)
  local ids, now = {}, mix.time.now()
  for _, channel in ipairs(archive.channels(account)) do
    local is_due = not channel.named_at or now - channel.named_at > names_pause
    if not channel.title and is_due and #ids < most_names then ids[#ids + 1] = channel.id end
  end
  if #ids > 0 then archive.note_names(account, ids, youtube_atom.titles(ids)) end
end

-- There is nothing to look for: neither a success nor a failure.
local function be_idle(account, result)
  result.follows_nothing = true
  mix.policy.record("feed", true, {
    key = account.key, idle = true, not_before = mix.time.now() + idle_pause,
    error = "no channels are followed yet",
  })
end

local function from_hub(account, options, result)
  local ok, problem = hub.health()
  if not ok then return note(result, problem) end
  -- A hub may know the user's channels already, from elsewhere.
  if archive.channel_count(account) == 0 and not hub.knows(account.user) then
    return be_idle(account, result)
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
  name_channels(account)
end

-- Those to be asked: one that is gone is tried once a day.
local function asked_channels(account, result)
  local ids, today = {}, mix.time.iso(mix.time.now()):sub(1, 10)
  for _, channel in ipairs(archive.channels(account)) do
    local is_gone = archive.is_gone(channel)
    if is_gone then result.gone[#result.gone + 1] = channel end
    if not (is_gone and channel.asked == today) then ids[#ids + 1] = channel.id end
  end
  return ids
end

local function with_progress(ids, options, work)
  if #ids == 0 then return {}, { skipped = {}, titles = {}, answers = {}, pages = 0 } end
  local progress = (options.progress or mix.ui.progress)(#ids, "Channels")
  local found, counts = work(function() progress:step() end)
  progress:finish()
  return found, counts
end

-- Without a hub each channel is a request, so that the policy decides about the whole.
local function from_youtube(account, options, result)
  if archive.channel_count(account) == 0 then return be_idle(account, result) end
  local decision = sync.due(account, {
    forced = options.forced, visible = options.visible, begin = true,
  })
  result.reason = decision.reason
  if not decision.due then return waits(result, decision) end
  local ids = asked_channels(account, result)
  local found, counts = with_progress(ids, options, function(done)
    return youtube_atom.feed(ids, done)
  end)
  archive.note_answers(account, counts.answers, counts.titles or {})
  if not found then
    mix.policy.record("feed", false, { key = account.key, error = counts.message })
    return note(result, counts)
  end
  result.reconciled = true
  store(account, result, found, counts)
  result.found = #result.new
end

--- Brings the feed of an account up to date. `options`: forced, visible, progress (in place of
-- mix.ui.progress). Returns {live, new, found, reconciled, waits, reason, next_at, skipped,
-- problems, gone (channels), follows_nothing}; what is stored is the feed.
function sync.run(account, options)
  local result = { new = {}, problems = {}, skipped = {}, gone = {} }
  if account.hub then
    from_hub(account, options, result)
  else
    from_youtube(account, options, result)
  end
  return result
end

return sync
