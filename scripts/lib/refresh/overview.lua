-- Describes refreshers: when they ran, when they will run, and why.

local overview = {}

local function decide(refresher)
  return pcall(mix.policy.due, refresher.name, {
    key = refresher.key, rule = refresher.rule, every = refresher.every,
  })
end

--- Returns each refresher: {name, fetches, rule, key, every, last_success, last_failure, failures,
--- error, action (refresh, wait, …; off; error), next_at, reason}. Times in seconds since 1970.
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

--- Describes the reason for the next time.
function overview.why(entry)
  if entry.failures == 0 and entry.error then return "idle: " .. entry.error end
  return entry.reason
end

--- Formats a time briefly in the user's time zone; `other` without one.
function overview.time(seconds, other)
  return seconds and os.date("%Y-%m-%d %H:%M", math.floor(seconds)) or other
end

--- Describes a rule's decision; `next_at`: its time as text.
function overview.answer(decision, next_at)
  if decision.due then return "refresh now: " .. decision.reason end
  return ("%s until %s: %s"):format(decision.action == "wait" and "wait" or "show the old one",
    next_at, decision.reason)
end

--- Returns how many of some times, in seconds, lie in each of the last days up to now.
function overview.by_day(times, days)
  local counts, now = {}, mix.time.now()
  for day = 1, days do counts[day] = 0 end
  for _, time in ipairs(times) do
    local day = math.tointeger(days - (now - time) // 86400)
    if day and counts[day] then counts[day] = counts[day] + 1 end
  end
  return counts
end

--- The columns of the table of refreshers.
overview.columns = {
  { key = "name", title = "Name", least = 8 }, { key = "rule", title = "Rule", drop = 1 },
  { key = "every", title = "Every", drop = 3 },
  { key = "last", title = "Last refresh", least = 16, drop = 4 },
  { key = "next", title = "Next", least = 16 },
  { key = "why", title = "Why", least = 12, drop = 2 },
}

--- Returns the table's rows, one for each entry of `list`.
function overview.rows(entries)
  local rows = {}
  for place, entry in ipairs(entries) do
    rows[place] = {
      name = entry.name, rule = entry.rule,
      every = entry.every and mix.time.format_duration(entry.every) or "off",
      last = overview.time(entry.last_success, "never"),
      next = entry.action == "refresh" and "now" or overview.time(entry.next_at, "when asked for"),
      why = overview.why(entry),
    }
  end
  return rows
end

return overview
