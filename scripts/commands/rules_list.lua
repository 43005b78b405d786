-- `mixhost rules list`: which rules there are, and where.

local args = mix.args.parse({
  name = "rules list",
  summary = "Lists the rules: yours, and those that come with mixhost.",
})

local list = mix.rules.list()

if args.json then
  print(mix.json.encode({ rules = mix.json.array(list) }, { pretty = true }))
  os.exit(0)
end

local rows = {}
for index, rules in ipairs(list) do
  local place = rules.own and "yours" or "mixhost"
  rows[index] = {
    kind = rules.kind,
    name = rules.name,
    place = rules.overrides and place .. ", replaces mixhost's" or place,
    doc = rules.problem or rules.doc,
  }
end
mix.ui.table(rows, {
  columns = {
    { key = "kind", title = "Kind", drop = 1 }, { key = "name", title = "Name", least = 40 },
    { key = "place", title = "From", drop = 2 },
    { key = "doc", title = "What it does", least = 12, drop = 3 },
  },
})
