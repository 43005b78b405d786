-- Assigns rows to columns at the least total cost: the Hungarian algorithm with potentials, in the
-- form of shortest augmenting paths (R. Jonker, A. Volgenant, 1987), in O(rows² · columns).

local huge = math.huge

-- The column that is reached at the least cost from those of the path, after the potentials were
-- moved by it.
local function step(state, costs, row)
  local row_of, reached, least, before = state.row_of, state.reached, state.least, state.before
  local at, delta, nearest = state.at, huge, nil
  reached[at] = true
  local from = at == 0 and row or row_of[at]
  for column = 1, state.columns do
    if not reached[column] then
      local cost = costs[from][column] - state.rows[from] - state.potentials[column]
      if cost < least[column] then least[column], before[column] = cost, at end
      if least[column] < delta then delta, nearest = least[column], column end
    end
  end
  state.rows[row] = state.rows[row] + delta
  for column = 1, state.columns do
    if reached[column] then
      local other = row_of[column]
      state.rows[other] = state.rows[other] + delta
      state.potentials[column] = state.potentials[column] - delta
    else
      least[column] = least[column] - delta
    end
  end
  state.at = nearest
end

-- Gives a row a column; rows that have one may get another.
local function place(state, costs, row)
  state.at, state.reached, state.least, state.before = 0, {}, {}, {}
  for column = 1, state.columns do state.least[column] = huge end
  repeat step(state, costs, row) until not state.row_of[state.at]
  local at = state.at
  while at ~= 0 do
    local before = state.before[at]
    state.row_of[at] = before == 0 and row or state.row_of[before]
    at = before
  end
end

--- Returns the column of each row, so that the sum of the costs is the least possible. `costs`: a
--- list of rows with a finite number for each column; there are at least as many columns as rows.
return function(costs)
  local state = { columns = #(costs[1] or {}), rows = {}, potentials = {}, row_of = {} }
  for row = 1, #costs do state.rows[row] = 0 end
  for column = 1, state.columns do state.potentials[column] = 0 end
  for row = 1, #costs do place(state, costs, row) end
  local columns = {}
  for column, row in pairs(state.row_of) do columns[row] = column end
  return columns
end
