-- As fresh as with a fixed interval, with fewer requests: asks often when something new is likely and
-- rarely when not.
--
-- New content comes at a rate that depends on the hour and on what came lately. A fixed interval E
-- lets each new item wait E/2 on average. The same mean wait costs the least requests when the
-- interval at a time is E * mean(rate) / (mean(sqrt(rate)) * sqrt(rate then)): that follows from
-- minimising requests + c * waiting. For an even rate it is E itself.

local hour, day = 3600, 86400
-- Without a rate to go by.
local standard = 6 * hour
local shortest, longest = 5 * 60, day
-- How fast the past is forgotten, and how long one item makes others likely.
local memory, burst = 7 * day, 1.5 * hour
-- How far ahead the next time is looked for, in what steps.
local step = 10 * 60
local first_retry = 120

-- Items an hour of each hour of the day (UTC), smoothed over its neighbours; older ones count less.
local function profile(facts, seen_since)
  local counts, total, weight = {}, 0, 0
  for slot = 0, 23 do counts[slot] = 0 end
  for _, time in ipairs(facts.changes) do
    local share = math.exp((time - facts.now) / memory)
    local slot = math.floor(time / hour) % 24
    for offset, part in pairs({ [-1] = 0.25, [0] = 0.5, [1] = 0.25 }) do
      local place = (slot + offset) % 24
      counts[place] = counts[place] + share * part
    end
    total = total + share
  end
  -- The days that were watched, forgotten alike.
  weight = memory / day * (1 - math.exp((seen_since - facts.now) / memory))
  return counts, total, math.max(weight, 0.25)
end

-- The rate at a time, in items an hour: the day's profile mixed with an even day, and an echo of each
-- item that came lately.
local function rates(facts)
  local first = facts.changes[1] or facts.now
  local seen_since = math.min(facts.since or facts.now, math.max(first, facts.now - 4 * memory))
  local counts, total, days = profile(facts, seen_since)
  local even = (total + 0.1) / days / 24
  return function(time)
    local usual = counts[math.floor(time / hour) % 24] / days
    local rate = 0.3 * even + 0.5 * usual
    for index = #facts.changes, 1, -1 do
      local age = time - facts.changes[index]
      if age > 6 * burst then break end
      if age >= 0 then rate = rate + 0.2 * hour / burst * math.exp(-age / burst) end
    end
    return math.max(rate, 1e-4)
  end
end

local function interval(facts, rate)
  local every = facts.every or standard
  local sum, roots, steps = 0, 0, 0
  for time = facts.now - day, facts.now, step do
    local value = rate(time)
    sum, roots, steps = sum + value, roots + math.sqrt(value), steps + 1
  end
  -- The waiting that is worth a request, in items times hours.
  local pace = every / hour * (sum / steps) / (roots / steps)
  local worth = pace * pace / 2
  local waiting, items, time = 0, 0, facts.last_success
  while waiting < worth and time < facts.last_success + longest do
    items = items + rate(time + step / 2) * step / hour
    waiting = waiting + items * step / hour
    time = time + step
  end
  return math.max(shortest, math.min(time - facts.last_success, longest))
end

local function decide(facts)
  if facts.forced then return { action = "refresh", reason = "asked for" } end
  if not facts.last_attempt then return { action = "refresh", reason = "never fetched" } end
  local hint = facts.not_before or 0
  if facts.failures > 0 then
    local pause = math.min(first_retry * 2 ^ math.min(facts.failures - 1, 20), longest / 4)
    local next_at = math.max(facts.last_failure + pause, hint)
    local reason = ("after %d failures"):format(facts.failures)
    if facts.now >= next_at then return { action = "refresh", reason = reason } end
    return { action = "serve_stale", next_at = next_at, reason = reason }
  end
  local wait = interval(facts, rates(facts))
  local next_at = math.max(facts.last_success + wait, hint)
  local reason = ("about %d min suit how often it changes"):format(wait // 60)
  if facts.now >= next_at then return { action = "refresh", reason = reason } end
  return { action = "wait", next_at = next_at, reason = reason }
end

return {
  kind = "refresh",
  doc = "As fresh as a fixed interval with fewer requests: follows how often the source changes.",
  minimum = 60,
  decide = decide,
}
