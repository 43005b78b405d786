-- `mixhost refresh explain NAME`: the facts of a refresher, and what its rule makes of them.

local chosen_rules = require("lib.chosen_rules")
local near = require("lib.near")
local overview = require("lib.refresh.overview")
local prose = require("lib.prose")

local args = mix.args.parse({
  name = "refresh explain",
  summary = "Shows the facts that a refresh rule gets about a refresher, and its decision.",
  options = { { "rule", help = "ask this rule instead of the one that is set" } },
  positional = {
    { "name", help = "a refresher, such as chart; mixhost refresh status lists them" },
  },
  examples = { "$0 feed", "$0 chart --rule adaptive" },
})

local chosen
local names = {}
for index, refresher in ipairs(mix.policy.refreshers()) do
  names[index] = refresher.name
  if refresher.name == args.name then chosen = refresher end
end
if not chosen then
  mix.ui.fail(("there is no refresher \"%s\"%s; there are %s"):format(args.name,
    near(args.name, names), table.concat(names, ", ")), 2)
end

if args.rule then chosen_rules("refresh", args.rule, "--rule") end
local rule = args.rule or chosen.rule
local history = mix.policy.history(chosen.name, { key = chosen.key })
local ask = { key = chosen.key, rule = rule, every = chosen.every }
local decision = mix.policy.due(chosen.name, ask)
ask.visible = false
local unwatched = mix.policy.due(chosen.name, ask)

if args.json then
  print(mix.json.encode({
    name = chosen.name, rule = rule, key = chosen.key, every = chosen.every or mix.json.null,
    history = history, decision = decision, unwatched = unwatched,
  }, { pretty = true }))
  os.exit(0)
end

local function time(seconds) return seconds and mix.time.iso(seconds) or "never" end

local function answer(what) return overview.answer(what, time(what.next_at)) end

local path = mix.rules.load("refresh/" .. rule):path()
local function fact(name, text) prose.print_labelled(("%-14s"):format(name), text) end

prose.print(("%s: %s"):format(chosen.name, chosen.doc))
fact("rule", path)
fact("about", chosen.key)
fact("every", chosen.every and mix.time.format_duration(chosen.every)
  or "off: only when asked for")
fact("fetched", time(history.last_success))
fact("failed", time(history.last_failure)
  .. (history.failures > 0 and (" (%d since; %s)"):format(history.failures, history.error) or ""))
if history.not_before and history.not_before > mix.time.now() then
  fact("asked for", "no request before " .. time(history.not_before))
end
fact("new", #history.changes == 0 and "none known"
  or ("%d known; the last 14 days %s"):format(#history.changes,
    mix.ui.spark(overview.by_day(history.changes, 14))))
fact("watched", answer(decision))
fact("unwatched", answer(unwatched))
