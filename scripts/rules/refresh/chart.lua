-- When a chart is loaded again: every so often, after failures sooner but less and less often, and
-- at once when the user says so.

local first_retry = 60

local function decide(facts)
  if facts.forced then
    return { due = true, next_at = facts.now, reason = "asked for" }
  end
  local success, failure = facts.last_success, facts.last_failure
  if not success and not failure then
    return { due = true, next_at = facts.now, reason = "never loaded" }
  end
  local next_at, reason
  if facts.failures > 0 then
    local pause = first_retry * 2 ^ math.min(facts.failures - 1, 20)
    next_at = failure + math.min(pause, facts.every)
    reason = ("after %d failures"):format(facts.failures)
  else
    next_at = success + facts.every
    reason = "as often as set"
  end
  -- A clock that was set back must not stop the refreshes.
  if math.max(success or 0, failure or 0) > facts.now then
    return { due = true, next_at = facts.now, reason = "the clock was set back" }
  end
  return { due = facts.now >= next_at, next_at = next_at, reason = reason }
end

return {
  kind = "refresh",
  doc = "As often as the user set; after failures sooner, but less and less often.",
  -- Seconds between two loads that nobody asked for, whatever `decide` says.
  minimum = 30,
  decide = decide,
}
