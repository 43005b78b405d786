-- Refreshes at the interval that the user set, after failures sooner but less and less often, and
-- at once when the user asks.

local counted = require("lib.counted")

-- A start or a wake without a network costs a minute, a night without one an hour.
local first_retry, last_retry = 60, 3600

local function decide(facts)
  if facts.forced then return { action = "refresh", reason = "asked for" } end
  if not facts.every then
    return { action = "wait", next_at = facts.now + 86400, reason = "off" }
  end
  if not facts.last_attempt then return { action = "refresh", reason = "never loaded" } end
  local next_at, reason
  if facts.failures > 0 then
    local pause = first_retry * 2 ^ math.min(facts.failures - 1, 20)
    next_at = facts.last_failure + math.min(pause, last_retry, facts.every)
    reason = "after " .. counted(facts.failures, "failure")
  else
    next_at = facts.last_success + facts.every
    reason = "as often as set"
  end
  next_at = math.max(next_at, facts.not_before or 0)
  if facts.now >= next_at then return { action = "refresh", reason = reason } end
  local action = facts.failures > 0 and "serve_stale" or "wait"
  return { action = action, next_at = next_at, reason = reason }
end

return {
  kind = "refresh",
  doc = "As often as the user set; after failures sooner, but less and less often.",
  -- Seconds between two loads without the user's request, whatever `decide` returns.
  minimum = 30,
  decide = decide,
}
