-- The assignment at the least cost, against all that are possible.

local assignment = require("programs.tags.lib.assignment")

local function sum(costs, columns)
  local total, used = 0, {}
  for row, column in ipairs(columns) do
    assert.is_nil(used[column])
    used[column] = true
    total = total + costs[row][column]
  end
  assert.equal(#costs, #columns)
  return total
end

local function least(costs, row, used)
  if row > #costs then return 0 end
  local best = math.huge
  for column, cost in ipairs(costs[row]) do
    if not used[column] then
      used[column] = true
      best = math.min(best, cost + least(costs, row + 1, used))
      used[column] = nil
    end
  end
  return best
end

describe("an assignment", function()
  it("costs no more than any other", function()
    local state = 7
    local function draw(below)
      state = (state * 1103515245 + 12345) % 2147483648
      return state // 65536 % below
    end
    for round = 1, 300 do
      local rows = 1 + draw(6)
      local columns, costs = rows + draw(3), {}
      for row = 1, rows do
        costs[row] = {}
        -- Few values make many ties; some costs are negative.
        for column = 1, columns do costs[row][column] = draw(round % 2 == 0 and 4 or 1000) - 2 end
      end
      local found = sum(costs, assignment(costs))
      assert.equal(least(costs, 1, {}), found)
    end
  end)

  it("takes the better of two for both, not the best for one", function()
    assert.are.same({ 2, 1 }, assignment({ { 0, 0.1 }, { 0.2, 1 } }))
  end)

  it("of nothing is nothing", function() assert.are.same({}, assignment({})) end)
end)
