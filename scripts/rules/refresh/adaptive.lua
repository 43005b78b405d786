-- As fresh as a fixed interval, with fewer requests: asks often when something new is likely and
-- rarely when not.
--
-- With a fixed interval E each new item waits E/2 on average. Where content arrives at a rate r
-- that changes with time, intervals proportional to 1/sqrt(r) give the same mean wait with the
-- fewest requests: they minimise requests + worth * waiting, and E * mean(r) / mean(sqrt(r)) is the
-- factor that keeps the mean wait at E/2. At an even rate it equals E.
--
-- The rate is estimated hour by hour by four models of the source: a level that follows the last
-- days; the level shaped by the hours of the day at which items arrive; and both with an echo of
-- recent items. The better a model has predicted the hours so far, the more it counts.

local counted = require("lib.counted")

local hour, day = 3600, 86400
-- The interval when the user has set none.
local standard = 6 * hour
local shortest, longest = 5 * 60, day
-- History in use, and the time constants of the level, the daily hours and the echo, all in hours.
local horizon, memory, fading = 28 * 24, 4 * 24, 1.5
local shape_memory = 14 -- days
-- The shares of the daily hours and the echo in a model.
local hours_part, echo_part = 0.9, 0.6
-- Hours for which a model's successes count.
local trust = 200
-- Lowest rate (items an hour) that differs from silence.
local faintest = 1 / (7 * 24)
-- Steps in which the next time is searched, and how far ahead.
local step = 10 * 60
local first_retry = 2 * 60

-- Counts the items of each hour since `first`.
local function counts(changes, first, hours)
  local list = {}
  for place = 0, hours do list[place] = 0 end
  for _, time in ipairs(changes) do
    local place = (time - first) // hour
    if place >= 0 and place <= hours then list[place] = list[place] + 1 end
  end
  return list
end

-- A source's history before any hour.
local function blank()
  local share = {}
  for slot = 0, 23 do share[slot] = 1 end
  return { level = 0, seen = 0, echo = 0, share = share, merits = { 0, 0, 0, 0 } }
end

local keep, fade, forget = math.exp(-1 / memory), math.exp(-1 / fading), math.exp(-1 / trust)
local slow = math.exp(-1 / shape_memory)

local function even_rate(source)
  -- Few hours tell little: the first hours count as if the rate had always been so.
  return math.max(source.level / math.max(1 - keep ^ source.seen, 0.1), faintest)
end

-- The rates of the four models for an hour of the day.
local function pictures(source, slot, echo)
  local even = even_rate(source)
  local shaped = math.max(even * (1 - hours_part + hours_part * source.share[slot]), faintest)
  local echoed = echo_part * echo / fading
  return even, shaped, (1 - echo_part) * even + echoed, (1 - echo_part) * shaped + echoed
end

-- The mean of the models, weighted by their merits.
local function mixed(source, slot, echo)
  local a, b, c, d = pictures(source, slot, echo)
  local merits = source.merits
  local best = math.max(merits[1], merits[2], merits[3], merits[4])
  local wa, wb = math.exp(merits[1] - best), math.exp(merits[2] - best)
  local wc, wd = math.exp(merits[3] - best), math.exp(merits[4] - best)
  return math.max((wa * a + wb * b + wc * c + wd * d) / (wa + wb + wc + wd), faintest)
end

-- Adds an hour with `count` items.
local function learn(source, slot, count)
  local told = { pictures(source, slot, source.echo) }
  for index, rate in ipairs(told) do
    -- The logarithm of the count's likelihood (Poisson).
    source.merits[index] = source.merits[index] * forget + count * math.log(rate) - rate
  end
  source.level = source.level * keep + count * (1 - keep)
  source.seen = source.seen + 1
  source.echo = math.min(source.echo * fade + count, 30)
  local relative = math.min(count / even_rate(source), 24)
  -- An item in an hour of the day makes neighbouring hours likely as well.
  for beside = -1, 1 do
    local other = (slot + beside) % 24
    local weight = (beside == 0 and 0.5 or 0.25) * (1 - slow)
    source.share[other] = source.share[other] * (1 - weight) + weight * relative
  end
end

-- Learns from all hours up to now. Returns a function for future rates (items an hour), and the
-- factor for intervals.
local function learned(facts, every)
  local changes, now = facts.changes, facts.now
  local oldest = math.min(changes[1] or now, facts.since or now)
  local hours = math.max(1, math.min(math.ceil((now - oldest) / hour), horizon))
  local first = now - hours * hour
  local came, source = counts(changes, first, hours), blank()
  local sum, roots, total = 0, 0, 0
  for place = 0, hours - 1 do
    local slot = (first // hour + place) % 24
    if place > 24 then
      local rate = mixed(source, slot, source.echo)
      sum, roots, total = sum + rate, roots + math.sqrt(rate), total + 1
    end
    learn(source, slot, came[place])
  end
  local function rate(time)
    return mixed(source, time // hour % 24, source.echo * math.exp((now - time) / hour / fading))
  end
  local factor = total > 48 and sum / roots or math.sqrt(rate(now))
  return rate, every / hour * factor
end

-- Seconds from the last success to the next request.
local function interval(facts)
  local rate, pace = learned(facts, facts.every or standard)
  -- The waiting that justifies a request, in items times hours.
  local worth = pace * pace / 2
  local last = facts.last_success or facts.now
  local waiting, items, time = 0, 0, last
  while waiting < worth and time < last + longest do
    items = items + rate(time + step / 2) * step / hour
    waiting = waiting + items * step / hour
    time = time + step
  end
  return math.max(shortest, math.min(time - last, longest))
end

-- Seconds from the last failure to the next request: short at first, however long ago the last
-- success was, because there may only be no network yet; then as the waiting items justify. The
-- longer a source was down, the longer it is likely to stay down: that balances the growing number
-- of waiting items, and leaves the interval of the mean rate since. A source that is down for weeks
-- is asked once a day.
local function retry(facts)
  local last = facts.last_success or facts.since or facts.last_failure
  local rate, pace = learned(facts, facts.every or standard)
  local items, steps = 0, 0
  for time = math.max(last, facts.now - day), facts.now, hour do
    items, steps = items + rate(time), steps + 1
  end
  local usual = hour * pace / math.sqrt(items / steps)
  local soon = first_retry * 2 ^ math.min(facts.failures - 1, 20)
  return math.min(math.max(usual, (facts.now - last) / 72), soon, longest)
end

local function decide(facts)
  if facts.forced then return { action = "refresh", reason = "asked for" } end
  if not facts.last_attempt then return { action = "refresh", reason = "never fetched" } end
  local failing = facts.failures > 0
  local wait = failing and retry(facts) or interval(facts)
  local last = failing and facts.last_failure or facts.last_success
  local next_at = math.max(last + wait, facts.not_before or 0)
  local reason = failing and "after " .. counted(facts.failures, "failure")
    or ("%d min suit how often it changes"):format(wait // 60)
  if facts.now >= next_at then return { action = "refresh", reason = reason } end
  return { action = failing and "serve_stale" or "wait", next_at = next_at, reason = reason }
end

return {
  kind = "refresh",
  doc = "As fresh as a fixed interval with fewer requests: follows how often the source changes.",
  minimum = 60,
  decide = decide,
}
