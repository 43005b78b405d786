-- The refreshers: when they ran, when they will run, and why.

local overview = {}

local function decide(refresher)
  return pcall(mix.policy.due, refresher.name, {
    key = refresher.key, rule = refresher.rule, every = refresher.every,
  })
end

--- Each refresher: {name, fetches, rule, key, every, last_success, last_failure, failures, error,
-- action (refresh, wait, …; off; error), next_at, reason}. Times in seconds since 1970.
function overview.list()
  local list = {}
  for index, refresher in ipairs(mix.policy.refreshers()) do
    local history = mix.policy.history(refresher.name, { key = refresher.key })
    local ok, decision = decide(refresher)
    local entry = {
      name = refresher.name, fetches = refresher.doc, rule = refresher.rule, key = refresher.key,
      every = refresher.every, last_success = history.last_success,
      last_failure = history.last_failure, failures = history.failures, error = history.error,
    }
    if ok then
      entry.action = refresher.every and decision.action or "off"
      entry.next_at, entry.reason = refresher.every and decision.next_at or nil, decision.reason
    else
      entry.action, entry.reason = "error", tostring(decision)
    end
    list[index] = entry
  end
  return list
end

--- Why the next time is what it is, in words.
function overview.why(entry)
  if entry.failures == 0 and entry.error then return "idle: " .. entry.error end
  return entry.reason
end

return overview
