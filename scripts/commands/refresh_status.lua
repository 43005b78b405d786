-- `mixhost refresh status`: when each refresher ran, and when it runs next.

local overview = require("lib.refresh.overview")

local args = mix.args.parse({
  name = "refresh status",
  summary = "Says when each refresher fetched, when it will, and why.",
})

local function time(seconds) return seconds and mix.time.iso(seconds) or mix.json.null end

local entries = overview.list()

local function document(entry)
  return {
    name = entry.name, fetches = entry.fetches, rule = entry.rule, key = entry.key,
    every = entry.every or mix.json.null, last_success = time(entry.last_success),
    last_failure = time(entry.last_failure), failures = entry.failures,
    error = entry.error or mix.json.null, action = entry.action, next_at = time(entry.next_at),
    reason = entry.reason,
  }
end

if args.json then
  local list = mix.json.array({})
  for index, entry in ipairs(entries) do list[index] = document(entry) end
  print(mix.json.encode({ refreshers = list }, { pretty = true }))
  os.exit(0)
end

-- In the user's own zone, as short as it goes.
local function shown(seconds, other)
  return seconds and os.date("%Y-%m-%d %H:%M", math.floor(seconds)) or other
end

local rows = {}
for index, entry in ipairs(entries) do
  rows[index] = {
    name = entry.name, rule = entry.rule,
    every = entry.every and mix.time.format_duration(entry.every) or "off",
    last = shown(entry.last_success, "never"),
    next = entry.action == "refresh" and "now" or shown(entry.next_at, "when asked for"),
    reason = overview.why(entry),
  }
end
mix.ui.table(rows, {
  columns = {
    { key = "name", title = "Name" }, { key = "rule", title = "Rule", drop = 1 },
    { key = "every", title = "Every", drop = 3 },
    { key = "last", title = "Last fetched", least = 16, drop = 4 },
    { key = "next", title = "Next", least = 16 },
    { key = "reason", title = "Why", least = 20, drop = 2 },
  },
})
-- On lines of their own: a reason that is cut off helps nobody.
for _, entry in ipairs(entries) do
  if entry.failures > 0 then
    print(("%s: %d %s, the last %s: %s"):format(entry.name, entry.failures,
      entry.failures == 1 and "failure" or "failures in a row", shown(entry.last_failure, "?"),
      entry.error))
  end
end
