-- Compares each row with its candidates by rules and stores the decisions, on several cores.

local failure = require("lib.failure")
local progress = require("lib.linking.progress")

local scoring = {}

-- Most pairs on which a rule raised an error that are reported.
local most_named = 10

local function tell(problems, raised)
  for place, problem in ipairs(problems) do
    if raised + place > most_named then return end
    progress.problem(("row %d with row %d: %s; the pair is left out"):format(
      problem.left, problem.right, failure.line(problem.message)))
  end
end

--- Scores all rows that are not scored yet. `within`: pairs of one table. Returns counts: pairs,
--- raised, covered (pairs with one gold value that blocking found).
function scoring.run(file, rules, options)
  local state = {
    pairs = tonumber(file:note("pairs") or 0), raised = 0,
    covered = tonumber(file:note("covered") or 0),
  }
  local done = tonumber(file:note("done") or 0)
  local stage = progress.stage("comparing", nil, { total = file:count("left"), done = done })
  while true do
    local found, err = file:compare(rules, {
      jobs = options.jobs, within = options.within, most = options.most, common = options.common,
    })
    if err then mix.ui.fail(err.message, 1) end
    if not found then break end
    tell(found.problems, state.raised)
    state.raised = state.raised + #found.problems
    state.pairs, state.covered = found.pairs, found.covered
    stage:step(found.row - done)
    done = found.row
  end
  stage:finish()
  if state.raised > most_named then
    progress.problem(("%d pairs are left out, as a rule raised on them"):format(state.raised))
  end
  return state
end

return scoring
