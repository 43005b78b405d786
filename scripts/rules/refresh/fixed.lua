-- Refreshes at the user's interval, whatever happens; off when none is set.

local function decide(facts)
  if facts.forced then return { action = "refresh", reason = "asked for" } end
  if not facts.every then
    return { action = "wait", next_at = facts.now + 86400, reason = "off" }
  end
  if not facts.last_attempt then return { action = "refresh", reason = "never fetched" } end
  local next_at = math.max(facts.last_attempt + facts.every, facts.not_before or 0)
  if facts.now >= next_at then return { action = "refresh", reason = "as often as set" } end
  if facts.failures > 0 then
    return { action = "serve_stale", next_at = next_at, reason = "failed; again as often as set" }
  end
  return { action = "wait", next_at = next_at, reason = "as often as set" }
end

return {
  kind = "refresh",
  doc = "As often as the user set (off, 1 h, 6 h, 24 h), whatever happens.",
  minimum = 60,
  decide = decide,
}
