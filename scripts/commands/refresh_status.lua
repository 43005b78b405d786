-- `mixhost refresh status`: when each refresher ran, and when it runs next.

local overview = require("lib.refresh.overview")
local prose = require("lib.prose")

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

mix.ui.table(overview.rows(entries), { columns = overview.columns })
-- On lines of their own: a reason that is cut off helps nobody.
for _, entry in ipairs(entries) do
  if entry.failures > 0 then
    prose.print(("%s: %d %s, the last %s: %s"):format(entry.name, entry.failures,
      entry.failures == 1 and "failure" or "failures in a row",
      overview.time(entry.last_failure, "?"), entry.error))
  end
end
