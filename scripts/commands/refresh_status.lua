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

local rows = {}
for index, entry in ipairs(list) do
  local next_at = entry.action == "refresh" and "now" or entry.next_at
  rows[index] = {
    name = entry.name, rule = entry.rule,
    every = entry.every ~= mix.json.null and mix.time.format_duration(entry.every) or "off",
    last = entry.last_success ~= mix.json.null and entry.last_success or "never",
    next = next_at ~= mix.json.null and next_at or "when asked for",
    reason = entry.failures > 0 and ("%s; the last failure: %s"):format(entry.reason, entry.error)
      or entry.reason,
  }
end
mix.ui.table(rows, {
  columns = {
    { key = "name", title = "Name" }, { key = "rule", title = "Rule" },
    { key = "every", title = "Every" }, { key = "last", title = "Last fetched" },
    { key = "next", title = "Next" }, { key = "reason", title = "Why" },
  },
})
