-- The work of this mixhost: services with their limits and waits, cache, jobs and refreshers.

local overview = require("lib.refresh.overview")
local state = require("programs.host.lib.state")
local state_rows = require("programs.host.lib.state_rows")

local most_jobs = 10

local function section(title, rows, columns, empty)
  print(mix.ui.color(title, "bold"))
  if #rows == 0 then
    print(empty)
  else
    mix.ui.table(rows, { columns = columns })
  end
  print()
end

-- Prints the numbers of an hour behind their name, on a terminal as wide as fits.
local function print_hour(name, counts)
  local room = mix.ui.is_terminal() and math.max(1, mix.ui.width() - #name) or #counts
  -- Equal numbers are drawn at half height, which is not what no request looks like.
  local is_any = math.max(table.unpack(counts)) > 0
  print(name .. (is_any and mix.ui.spark(state.within(counts, room)) or "none"))
end

-- Prints it.
local function show()
  local traffic = state.traffic()
  section("Services", state_rows.services(state.services(traffic)), state_rows.service_columns,
    "no program asks a service")
  local sent, failed = state.by_minute(traffic)
  print_hour("Requests of the last hour  ", sent)
  print_hour("Failures                   ", failed)
  print()
  section("Jobs", state_rows.jobs(state.jobs(most_jobs)), state_rows.job_columns, "none yet")
  section("Refreshers", overview.rows(overview.list()), overview.columns, "nothing")
  local store = state.store()
  if store then print("Store: " .. state_rows.store(store)) end
  print("Cache: " .. state_rows.cache(state.cache()))
end

local args = mix.args.parse({
  name = "host",
  summary = "Shows services with their limits and waits, the cache, jobs and refreshers.\n\n"
    .. "The screens status, rules and programs show more: mixhost screen status.",
  examples = { "$0", "$0 --json" },
})

if args.json then
  print(mix.json.encode(state.document(), { pretty = true }))
else
  show()
end
