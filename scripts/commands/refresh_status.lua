-- `mixhost refresh status`: what is fetched again and again, and when.

local args = mix.args.parse({
  name = "refresh status",
  summary = "Says when each refresher fetched, when it will, and why.",
})

local function time(seconds) return seconds and mix.time.iso(seconds) or mix.json.null end

local list = mix.json.array({})
for index, refresher in ipairs(mix.policy.refreshers()) do
  local history = mix.policy.history(refresher.name, { key = refresher.key })
  local ok, decision = pcall(mix.policy.due, refresher.name, {
    key = refresher.key, rule = refresher.rule, every = refresher.every,
  })
  local entry = {
    name = refresher.name, fetches = refresher.doc, rule = refresher.rule, key = refresher.key,
    every = refresher.every or mix.json.null, last_success = time(history.last_success),
    last_failure = time(history.last_failure), failures = history.failures,
    error = history.error or mix.json.null,
  }
  if ok then
    entry.action = refresher.every and decision.action or "off"
    entry.next_at = refresher.every and time(decision.next_at) or mix.json.null
    entry.reason = decision.reason
  else
    entry.action, entry.next_at = "error", mix.json.null
    entry.reason = tostring(decision)
  end
  list[index] = entry
end

if args.json then
  print(mix.json.encode({ refreshers = list }, { pretty = true }))
  os.exit(0)
end

-- In the user's own zone, as short as it goes.
local function shown(text, other)
  if text == mix.json.null then return other end
  return os.date("%Y-%m-%d %H:%M", math.floor(mix.time.parse(text)))
end

local rows = {}
for index, entry in ipairs(list) do
  rows[index] = {
    name = entry.name, rule = entry.rule,
    every = entry.every ~= mix.json.null and mix.time.format_duration(entry.every) or "off",
    last = shown(entry.last_success, "never"),
    next = entry.action == "refresh" and "now" or shown(entry.next_at, "when asked for"),
    reason = entry.failures == 0 and entry.error ~= mix.json.null and "idle: " .. entry.error
      or entry.reason,
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
for _, entry in ipairs(list) do
  if entry.failures > 0 then
    print(("%s: %d %s, the last %s: %s"):format(entry.name, entry.failures,
      entry.failures == 1 and "failure" or "failures in a row", shown(entry.last_failure, "?"),
      entry.error))
  end
end
