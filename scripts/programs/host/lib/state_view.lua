-- The state of this mixhost on the terminal.

local overview = require("lib.refresh.overview")
local state = require("programs.host.lib.state")
local state_rows = require("programs.host.lib.state_rows")

local state_view = {}

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

--- Prints it.
function state_view.print()
  local traffic = state.traffic()
  section("Services", state_rows.services(state.services(traffic)), state_rows.service_columns,
    "no program asks a service")
  local sent, failed = state.by_minute(traffic)
  print(("Requests of the last hour  %s"):format(mix.ui.spark(sent)))
  print(("Failures                   %s\n"):format(mix.ui.spark(failed)))
  section("Jobs", state_rows.jobs(state.jobs(most_jobs)), state_rows.job_columns, "none yet")
  section("Refreshers", overview.rows(overview.list()),
    overview.columns, "nothing")
  local store = state.store()
  if store then print("Store: " .. state_rows.store(store)) end
  print("Cache: " .. state_rows.cache(state.cache()))
end

return state_view
