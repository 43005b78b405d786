-- Refreshes when a user looks and the last success is old enough. Only a success starts the
-- interval: after a failure the next user who looks triggers a request. Without users nothing is
-- asked for.

local least = 15 * 60

local function decide(facts)
  if facts.forced then return { action = "refresh", reason = "asked for" } end
  if facts.not_before and facts.now < facts.not_before then
    return { action = "serve_stale", next_at = facts.not_before,
      reason = "the source asked for a pause" }
  end
  local free = facts.last_success and facts.last_success + math.max(least, facts.every or least)
  if free and facts.now < free then
    return { action = "wait", next_at = free, reason = "it was done not long ago" }
  end
  if not facts.visible then
    return { action = "wait", next_at = facts.now + least, reason = "when somebody looks" }
  end
  return { action = "refresh", reason = free and "long enough ago" or "never done" }
end

return {
  kind = "refresh",
  doc = "When somebody looks, at most every 15 minutes; only a success counts.",
  minimum = least,
  retry_minimum = 0,
  decide = decide,
}
