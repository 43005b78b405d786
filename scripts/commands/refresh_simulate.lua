-- `mixhost refresh simulate`: what refresh rules cost on made-up sources of 30 days.

local chosen_rules = require("lib.chosen_rules")
local simulation = require("commands.refresh_simulate.simulation")
local traces = require("commands.refresh_simulate.traces")

local args = mix.args.parse({
  name = "refresh simulate",
  summary = "Measures refresh rules on sources of 30 days: requests, and how long new items wait.",
  options = {
    { "every", default = "1h", placeholder = "TIME",
      help = "the interval of the rule that the others are held against" },
    { "against", default = "fixed", placeholder = "RULE", help = "that rule" },
    { "draws", type = "integer", min = 1, max = 50, default = 1,
      help = "sets of sources to take the mean of" },
  },
  positional = { { "rule", many = true, optional = true, help = "rules (default adaptive)" } },
  examples = { "$0", "$0 mine --every 6h" },
})

local every = mix.time.duration(args.every)
if not every or every < 60 or every > 604800 then
  mix.ui.fail(("--every takes 1m to 7d, not \"%s\""):format(args.every), 2)
end

-- A rule as it comes, and with the interval that makes it as stale as the reference.
local function measure(rule, source)
  local reference = simulation.run(args.against, every, source)
  local plain = simulation.run(rule, every, source)
  local equal = simulation.match(rule, source, reference.staleness)
  return reference, plain, equal
end

local function add(sum, result)
  sum.requests = sum.requests + result.requests
  sum.staleness = sum.staleness + result.staleness
end

local function mean(sum)
  return { requests = sum.requests / args.draws, staleness = sum.staleness / args.draws }
end

local rules = args.rule and #args.rule > 0 and args.rule or { "adaptive" }
for _, rule in ipairs(rules) do chosen_rules("refresh", rule, "RULE") end
chosen_rules("refresh", args.against, "--against")
local report, rows = mix.json.array({}), {}
-- Each takes seconds to a minute.
local meter = not args.quiet
  and mix.ui.progress(#rules * #traces.all() * args.draws, "Sources of 30 days")
for _, rule in ipairs(rules) do
  for index = 1, #traces.all() do
    local sums = {}
    for part = 1, 3 do sums[part] = { requests = 0, staleness = 0 } end
    local name, missed = nil, false
    for draw = 1, args.draws do
      local source = traces.all(draw)[index]
      name = source.name
      local reference, plain, equal = measure(rule, source)
      add(sums[1], reference)
      add(sums[2], plain)
      if equal then add(sums[3], equal) else missed = true end
      if meter then meter:step() end
    end
    local reference, plain = mean(sums[1]), mean(sums[2])
    local equal = not missed and mean(sums[3]) or nil
    report[#report + 1] = {
      rule = rule, source = name, reference = reference, plain = plain,
      equal = equal or mix.json.null,
    }
    rows[#rows + 1] = {
      rule = rule, source = name, against = ("%.0f"):format(reference.requests),
      stale = ("%.0f min"):format(reference.staleness / 60),
      plain = ("%.0f"):format(plain.requests),
      plain_stale = ("%.0f min"):format(plain.staleness / 60),
      equal = equal and ("%.0f"):format(equal.requests) or "-",
      share = equal and ("%+.0f %%"):format((equal.requests / reference.requests - 1) * 100) or "-",
    }
  end
end

if meter then meter:finish() end
if args.json then
  print(mix.json.encode({
    against = args.against, every = every, draws = args.draws, results = report,
  }, { pretty = true }))
  os.exit(0)
end

mix.ui.table(rows, {
  columns = {
    { key = "rule", title = "Rule" }, { key = "source", title = "Source" },
    { key = "against", title = args.against .. " " .. args.every, align = "right" },
    { key = "stale", title = "wait", align = "right" },
    { key = "plain", title = "same setting", align = "right" },
    { key = "plain_stale", title = "wait", align = "right" },
    { key = "equal", title = "same wait", align = "right" },
    { key = "share", title = "requests", align = "right" },
  },
})
