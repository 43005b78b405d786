-- Made-up sources of 30 days, the same each time: when new items arrive, and when the source cannot
-- be reached.

local traces = {}

local hour, day = 3600, 86400
--- The first moment, and the length, in seconds.
traces.start, traces.length = 1767225600, 30 * day
-- The period of earlier items, which the first answer lists.
local before = 7 * day

-- A small generator of numbers from 0 to 1 that gives the same numbers on all machines (Park and
-- Miller).
local function numbers(seed)
  local state = seed
  return function()
    state = state * 48271 % 2147483647
    return state / 2147483647
  end
end

local function sorted(times)
  table.sort(times)
  return times
end

-- Draws items at a rate that changes with time, by thinning.
local function drawn(seed, most, rate)
  local random, times = numbers(seed), {}
  local time = traces.start - before
  while true do
    time = time - math.log(random()) / most * hour
    if time >= traces.start + traces.length then return times end
    if random() * most < rate(time) then times[#times + 1] = time end
  end
end

-- A channel that is silent for a day or two and then has a dozen items in a few hours.
local function bursty(seed)
  local random, times = numbers(seed), {}
  local time = traces.start - before
  while time < traces.start + traces.length do
    time = time - math.log(random()) * 1.5 * day
    local at = time
    for _ = 1, 6 + math.floor(random() * 12) do
      at = at - math.log(random()) * 15 * 60
      if at < traces.start + traces.length then times[#times + 1] = at end
    end
    time = at
  end
  return sorted(times)
end

-- Three items a day around six in the evening, hardly one at night.
local function daily(seed)
  return drawn(seed, 0.7, function(time)
    local place = (time % day / hour - 18 + 12) % 24 - 12
    return 0.6 * math.exp(-place * place / 4.5) + 0.01
  end)
end

-- Eight items a day at first, and half as many every four days.
local function dying(seed)
  return drawn(seed, 8 / 24, function(time)
    local age = math.max(0, time - traces.start) / day
    return 8 / 24 * 0.5 ^ (age / 4)
  end)
end

-- Six items a day, hardly any at night, from a source that is unreachable for hours every few days,
-- and once for three days.
local function failing(seed)
  local random, outages = numbers(seed + 1), {}
  local time = traces.start + day
  while time < traces.start + traces.length do
    local length = 1 * hour + random() * 9 * hour
    outages[#outages + 1] = { time, time + length }
    time = time + length - math.log(random()) * 2 * day
  end
  outages[#outages + 1] = { traces.start + 14 * day + 17 * 60, traces.start + 17 * day + 31 * 60 }
  return drawn(seed, 0.5, function(at)
    local clock = at % day / hour
    return clock >= 9 and clock < 21 and 0.48 or 0.02
  end), outages
end

-- Items at random times with an even rate.
local function steady(seed) return drawn(seed, 6 / 24, function() return 6 / 24 end) end

local makers = {
  { "bursty", bursty }, { "daily", daily }, { "dying", dying }, { "failing", failing },
  { "steady", steady },
}

--- Returns the sources: {name, items, outages}. `draw` picks another set of the same kinds (default
--- 1).
function traces.all(draw)
  local list = {}
  for index, maker in ipairs(makers) do
    local items, outages = maker[2]((draw or 1) * 1000 + index)
    list[index] = { name = maker[1], items = items, outages = outages or {} }
  end
  return list
end

return traces
