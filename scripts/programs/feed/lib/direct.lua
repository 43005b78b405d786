-- A refresh from the channels' own feeds: YouTube's, and those of any other site.

local addresses = require("programs.feed.lib.addresses")
local feed_entries = require("programs.feed.lib.feed_entries")
local followed = require("programs.feed.lib.followed")
local hub = require("services.hub.provider")
local steps = require("programs.feed.lib.steps")
local youtube_atom = require("services.youtube.provider")

local direct = {}

-- The channels that are asked directly: {youtube = ids, feeds = channels}. One of YouTube's that is
-- gone is tried once a day; a feed is left alone as long as it wants.
local function asked_channels(account, options, result)
  local asked, today = { youtube = {}, feeds = {} }, mix.time.iso(mix.time.now()):sub(1, 10)
  for _, channel in ipairs(followed.channels(account)) do
    local is_gone = followed.is_gone(channel)
    local is_rested = not (is_gone and channel.asked == today)
    if is_gone then result.gone[#result.gone + 1] = channel end
    if addresses.is_feed(channel.id) then
      if is_rested and feed_entries.is_due(channel, options.forced) then
        table.insert(asked.feeds, channel)
      end
    elseif is_rested and not account.hub then
      table.insert(asked.youtube, channel.id)
    end
  end
  return asked
end

-- The names of the channels that failed, with their reasons and what to do.
local function note_failures(result, channels, counts)
  for _, channel in ipairs(channels) do
    local details = counts.details[channel.id]
    if counts.answers[channel.id] ~= "ok" and details and details.reason then
      table.insert(result.failed, {
        channel = channel.id, title = channel.title, reason = details.reason,
        advice = details.advice,
      })
    end
  end
end

-- The problem of feeds that failed; the reasons of all are in `result.failed`.
local function note_feeds(result, channels, counts)
  local failed, first = 0, nil
  for _, channel in ipairs(channels) do
    if counts.answers[channel.id] ~= "ok" then
      failed = failed + 1
      first = first or channel
    end
  end
  if failed == 0 then return 0 end
  local details = counts.details[first.id]
  local text = ("%d of %d feeds did not answer; the first: %s: %s"):format(failed, #channels,
    first.title or first.id, details.reason)
  steps.note(result, hub.problem("fetch_failed", text, { advice = details.advice }))
  return failed
end

-- Asks the feeds that are due. Returns their entries, and whether all have failed.
local function fetch_feeds(account, channels, result, done)
  if #channels == 0 then return {}, {}, false end
  local found, counts = feed_entries.fetch(channels, done)
  followed.note_answers(account, counts.answers, counts.titles, counts.details)
  local failed = note_feeds(result, channels, counts)
  note_failures(result, channels, counts)
  return found, counts.skipped, failed == #channels
end

-- Asks YouTube's own feeds. Returns the videos, what was left out, and whether all have failed.
local function fetch_youtube(account, ids, result, done)
  if #ids == 0 then return {}, {}, false end
  local found, counts = youtube_atom.feed(ids, done)
  followed.note_answers(account, counts.answers, counts.titles or {}, counts.details)
  note_failures(result, followed.channels(account), counts)
  local problem = not found and counts or counts.problem
  if problem then steps.note(result, problem) end
  return found or {}, counts.skipped or {}, found == nil
end

-- Each channel is a request, so that the policy decides about the whole.
local function from_channels(account, options, result)
  local asked = asked_channels(account, options, result)
  local count = #asked.youtube + #asked.feeds
  result.has_youtube = #asked.youtube > 0
  local progress = count > 0 and (options.progress or mix.ui.progress)(count, "Channels")
  local function done() progress:step() end
  local found, skipped, is_down = fetch_youtube(account, asked.youtube, result, done)
  local entries, left_out, feeds_down = fetch_feeds(account, asked.feeds, result, done)
  if progress then progress:finish() end
  table.move(entries, 1, #entries, #found + 1, found)
  for reason, number in pairs(left_out) do skipped[reason] = (skipped[reason] or 0) + number end
  local nobody = count > 0 and (is_down or #asked.youtube == 0)
    and (feeds_down or #asked.feeds == 0)
  return not nobody and found or nil, { skipped = skipped, pages = count }
end

--- Asks all that are due, and stores what came. Returns whether anybody answered.
function direct.fetch(account, options, result)
  local found, counts = from_channels(account, options, result)
  counts.is_beside = account.hub ~= nil
  if found and (counts.pages > 0 or not account.hub) then
    steps.store(account, result, found, counts)
  end
  return found ~= nil
end

--- Brings the feed of an account without a hub up to date. Arguments as of sync.run.
function direct.run(account, options, result)
  if followed.channel_count(account) == 0 then return steps.be_idle(account, result) end
  local decision = steps.due(account, {
    forced = options.forced, visible = options.visible, begin = true,
  })
  result.reason = decision.reason
  if not decision.due then return steps.waits(result, decision) end
  -- The answers of one round count as a success of the whole.
  result.reconciled = true
  if direct.fetch(account, options, result) then
    result.found = #result.new
    return
  end
  result.reconciled = nil
  mix.policy.record("feed", false, { key = account.key, error = result.problems[1].message })
end

return direct
