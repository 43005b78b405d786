-- The steps that a refresh from a hub and one from the channels' own feeds have in common: whether
-- it is time, messages, and storing.

local archive = require("programs.feed.lib.archive")
local view = require("programs.feed.lib.view")

local steps = {}

-- How long nothing is asked while no channel is followed; `follow` ends that.
local idle_pause = 900

--- Tells of a failure.
function steps.note(result, problem)
  result.problems[#result.problems + 1] = problem
  mix.events.emit("problem", {
    code = problem.code, message = problem.message, advice = problem.advice,
  })
end

--- The decision on whether it is time. `options`: forced, visible, begin.
function steps.due(account, options)
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

--- Tells that it is not time yet.
function steps.waits(result, decision)
  result.waits, result.next_at = true, decision.next_at
  mix.events.emit("waiting", {
    next_at = decision.next_at and mix.time.iso(decision.next_at) or mix.json.null,
    reason = decision.reason,
  })
end

local function tell_new(account, new)
  local names = view.titles(account)
  for _, video in ipairs(new) do mix.events.emit("video", view.video(video, names)) end
end

--- Stores what came; `counts` as of hub.feed; `is_beside`: beside a hub, whose times stay.
function steps.store(account, result, found, counts)
  result.live = true
  for reason, count in pairs(counts.skipped) do
    result.skipped[reason] = (result.skipped[reason] or 0) + count
  end
  if counts.problem then steps.note(result, counts.problem) end
  if counts.cut then
    result.cut = counts.pages
    mix.log.warn(("feed: the source has no end; stopped after %d pages"):format(counts.pages))
  end
  local new, changes = archive.merge(account, found), {}
  for index, video in ipairs(new) do changes[index] = video.published end
  table.move(new, 1, #new, #result.new + 1, result.new)
  if counts.is_beside then return tell_new(account, new) end
  mix.policy.record("feed_fetch", true, { key = account.key, changes = changes })
  if result.reconciled then
    mix.policy.record("feed", true, { key = account.key, changes = changes })
  end
  tell_new(account, new)
end

--- There is nothing to look for: neither a success nor a failure.
function steps.be_idle(account, result)
  result.follows_nothing = true
  mix.policy.record("feed", true, {
    key = account.key, idle = true, not_before = mix.time.now() + idle_pause,
    error = "no channels are followed yet",
  })
end

return steps
