-- The facts that a refresh rule gets about a refresher, and its decision.

local overview = require("lib.refresh.overview")

local refresher_facts = {}

local days = 14

local function answer(what)
  return overview.answer(what, overview.time(what.next_at, "asked for"))
end

-- How much was new on each of the last days.
local function by_day(changes)
  local counts, now = {}, mix.time.now()
  for day = 1, days do counts[day] = 0 end
  for _, change in ipairs(changes) do
    local day = math.tointeger(days - (now - change) // 86400)
    if day and counts[day] then counts[day] = counts[day] + 1 end
  end
  return counts
end

-- Its rule's decision; nil and why it cannot decide.
local function decide(entry, is_visible)
  local ok, decision = pcall(mix.policy.due, entry.name, {
    key = entry.key, rule = entry.rule, every = entry.every, visible = is_visible,
  })
  return ok and answer(decision) or tostring(decision)
end

--- A refresher with its history and its rule's word. `entry`: of lib.refresh.overview.
function refresher_facts.detail(entry)
  local history = mix.policy.history(entry.name, { key = entry.key })
  local facts = {
    { label = "Rule", value = entry.rule },
    { label = "Every", value = entry.every and mix.time.format_duration(entry.every)
      or "off: only when asked for" },
    { label = "Fetched", value = overview.time(history.last_success, "never") },
    { label = "Failed", value = overview.time(history.last_failure, "never") },
    { label = "Watched", value = decide(entry, true) },
    { label = "Unwatched", value = decide(entry, false) },
  }
  if history.failures > 0 then
    facts[#facts + 1] = { label = "Failures in a row", value = history.failures }
  end
  if history.not_before and history.not_before > mix.time.now() then
    facts[#facts + 1] = { label = "No request before", value = overview.time(history.not_before) }
  end
  return { "detail", title = entry.name, subtitle = entry.fetches, on_close = "close",
    facts = facts,
    { "message", history.error, tone = history.failures > 0 and "error" or "info" },
    { "plot", title = ("New in the last %d days"):format(days), series = {
      { name = "new", values = by_day(history.changes) },
    } },
  }
end

return refresher_facts
