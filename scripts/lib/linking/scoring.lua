-- Compares each row with its candidates by rules and keeps what was decided. The next rows'
-- candidates are looked up on another core meanwhile.

local failure = require("lib.failure")

local scoring = {}

local batch = 250

local function decoded(list)
  local records = {}
  for index, item in ipairs(list) do records[index] = mix.json.decode(item.record) end
  return records
end

-- Names the pair on which a rule raises, at most ten of them.
local function tell(state, left, right, problem)
  state.raised = state.raised + 1
  if state.raised <= 10 then
    mix.ui.problem(("row %d with row %d: %s; the pair is left out"):format(
      left, right, failure.line(problem)))
  end
end

-- The decision about one row; a candidate on which a rule raises is named and left out.
local function decide(state, query, record, candidates, rules)
  local ok, found = pcall(mix.match.best, record, candidates, rules)
  if ok then return found, query.candidates end
  local kept, entries = {}, {}
  for index, candidate in ipairs(candidates) do
    local fine, problem = pcall(mix.match.best, record, { candidate }, rules)
    if fine then
      kept[#kept + 1], entries[#entries + 1] = candidate, query.candidates[index]
    else
      tell(state, query.row, query.candidates[index].row, problem)
    end
  end
  if #kept == 0 then return nil end
  ok, found = pcall(mix.match.best, record, kept, rules)
  return ok and found or nil, entries
end

local function keep(decisions, left, entry, found)
  if found.decision == "none" then return end
  decisions[#decisions + 1] = {
    left = left, right = entry.row, score = found.score or 0, state = found.decision,
    reason = found.reason,
  }
end

-- One table against another: the best candidate of each row, with the margin to the next.
local function link_row(state, query, rules, decisions)
  local found, entries = decide(
    state, query, mix.json.decode(query.record), decoded(query.candidates), rules)
  if found and found.index then keep(decisions, query.row, entries[found.index], found) end
end

-- Within one table each candidate may be the same: no margin.
local function compare_row(state, query, rules, decisions)
  local record = mix.json.decode(query.record)
  for index, candidate in ipairs(decoded(query.candidates)) do
    local entry = query.candidates[index]
    local ok, found = pcall(mix.match.best, record, { candidate }, rules)
    if ok then
      keep(decisions, query.row, entry, found)
    else
      tell(state, query.row, entry.row, found)
    end
  end
end

local function count_gold(state, query)
  if not query.gold then return end
  for _, candidate in ipairs(query.candidates) do
    if candidate.gold == query.gold then state.covered = state.covered + 1 end
  end
end

-- Calls `use` with the queries of each batch, while the next batch is looked up.
local function batches(file, first, options, use)
  local waiting, err = file:near(first, batch, options)
  while waiting and #waiting > 0 do
    local queries, after = waiting, waiting[#waiting].row + 1
    mix.task.scope(function(scope)
      scope:spawn(function() waiting, err = file:near(after, batch, options) end)
      mix.task.sleep(0)
      use(queries)
    end)
  end
  if not waiting then mix.ui.fail(err.message, 1) end
end

--- Scores all rows that are not scored yet. `within`: pairs of one table. Returns counts: pairs,
-- raised, covered (pairs of one gold value that blocking brought together).
function scoring.run(file, rules, options)
  local state = {
    pairs = tonumber(file:note("pairs") or 0), raised = 0,
    covered = tonumber(file:note("covered") or 0),
  }
  local first = tonumber(file:note("done") or 0) + 1
  local total = file:count("left")
  local progress = mix.ui.progress(total, "comparing")
  progress:step(first - 1)
  local work = options.within and compare_row or link_row
  local search = {
    before = options.within, most = options.most, common = options.common, share = options.share,
  }
  batches(file, first, search, function(queries)
    local decisions = {}
    for _, query in ipairs(queries) do
      count_gold(state, query)
      state.pairs = state.pairs + #query.candidates
      if #query.candidates > 0 then work(state, query, rules, decisions) end
    end
    local ok, err = file:decide(decisions, queries[#queries].row)
    if not ok then mix.ui.fail(err.message, 1) end
    file:set_note("pairs", tostring(state.pairs))
    file:set_note("covered", tostring(state.covered))
    progress:step(#queries)
  end)
  progress:finish()
  if state.raised > 10 then
    mix.ui.problem(("%d pairs are left out, as a rule raised on them"):format(state.raised))
  end
  return state
end

return scoring
