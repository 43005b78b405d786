-- Runs a refresh rule on a source of traces.lua: measures how often it asks, and how long new items
-- wait.

local traces = require("commands.refresh_simulate.traces")

local simulation = {}

local most_kept = 100

local function is_down(source, time)
  for _, outage in ipairs(source.outages) do
    if time >= outage[1] and time < outage[2] then return true end
  end
  return false
end

-- The last changes up to a time, as many as mixhost keeps.
local function changes_until(items, count)
  return table.move(items, math.max(1, count - most_kept + 1), count, 1, mix.json.array({}))
end

--- Runs `rule` with the interval `every` (seconds). Returns {requests, failed, staleness}: the mean
--- seconds from an item's arrival until it was fetched, over the items of the 30 days.
function simulation.run(rule, every, source)
  local stop = traces.start + traces.length
  local now, fetched = traces.start, 0
  local facts = { failures = 0, every = every, visible = false, changes = mix.json.array({}) }
  local requests, failed, waited, counted = 0, 0, 0, 0
  while now < stop do
    facts.now = now
    local answer = mix.policy.decide(rule, facts)
    if answer.due then
      requests = requests + 1
      facts.last_attempt = now
      if is_down(source, now) then
        failed = failed + 1
        facts.last_failure, facts.failures = now, facts.failures + 1
      else
        facts.last_success, facts.failures, facts.since = now, 0, facts.since or now
        local items = source.items
        while fetched < #items and items[fetched + 1] <= now do
          fetched = fetched + 1
          if items[fetched] >= traces.start then
            waited, counted = waited + now - items[fetched], counted + 1
          end
        end
        facts.changes = changes_until(items, fetched)
      end
      -- Lets a second pass, as for a program.
      now = now + 1
    else
      now = math.max(answer.next_at, now + 1)
    end
  end
  -- A wait, so that a long simulation does not count as a script that hangs.
  mix.task.sleep(0.001)
  for index = fetched + 1, #source.items do
    waited, counted = waited + stop - source.items[index], counted + 1
  end
  return { requests = requests, failed = failed, staleness = counted > 0 and waited / counted or 0 }
end

--- Returns the interval, found by halving, with which `rule` lets items wait as long as `target`
--- does, and its costs. The found interval is never staler than the target.
function simulation.match(rule, source, target)
  local low, high = 300, 86400
  local best
  for _ = 1, 7 do
    local every = math.sqrt(low * high)
    local found = simulation.run(rule, every, source)
    if found.staleness <= target then
      low = every
      if not best or found.requests < best.requests then
        best = found
        best.every = every
      end
    else
      high = every
    end
  end
  return best
end

return simulation
