-- file:assign: which pairs are taken when each row may have one.

local new_file = require("new_file")

local function opened(name, lefts, rights)
  local file = new_file(name)
  local function rows(count)
    local records, keys = {}, {}
    for index = 1, count do records[index], keys[index] = "{}", "" end
    return records, keys
  end
  file:add("left", rows(lefts))
  file:add("right", rows(rights))
  return file
end

-- Each pair: left, right, score, state; the first of a left row is what the rules would take.
local function decide(file, pairs)
  local seen, list = {}, {}
  for index, pair in ipairs(pairs) do
    local left, right, score, state = table.unpack(pair)
    list[index] = { left = left, right = right, score = score,
      state = state or seen[left] and "alternative" or "matched" }
    seen[left] = true
  end
  file:decide(list)
end

local function links(file)
  local found = {}
  for _, result in ipairs(file:results(1, 1000)) do
    if result.other then found[#found + 1] = { result.row, result.other } end
  end
  return found
end

describe("one row for each row", function()
  it("takes what adds up to most, not the best pair first", function()
    local file = opened("assign_total", 2, 2)
    decide(file, { { 1, 1, 0.99 }, { 1, 2, 0.93 }, { 2, 1, 0.95 } })
    assert.are.same({ 2, 0, 0 }, { file:assign(true) })
    assert.are.same({ { 1, 2 }, { 2, 1 } }, links(file))
    assert.are.same({ 1, 1, 0 }, { file:assign(true, true) })
    assert.are.same({ { 1, 1 } }, links(file))
    -- n-1: each row has the one that the rules took.
    assert.are.same({ 2, 0, 0 }, { file:assign() })
    assert.are.same({ { 1, 1 }, { 2, 1 } }, links(file))
    file:remove()
  end)

  it("leaves ties as they came, and rows without a place alone", function()
    local file = opened("assign_ties", 3, 2)
    decide(file, { { 1, 1, 0.9 }, { 1, 2, 0.9 }, { 2, 1, 0.9 }, { 2, 2, 0.9 }, { 3, 1, 0.9 } })
    assert.are.same({ 2, 1, 0 }, { file:assign(true) })
    local first = links(file)
    assert.are.same({ 1, 1 }, first[1])
    for _ = 1, 3 do
      file:assign(true)
      assert.are.same(first, links(file))
    end
    file:remove()
  end)

  it("keeps what the user said, whatever it costs", function()
    local file = opened("assign_said", 2, 2)
    decide(file, { { 1, 1, 0.7, "confirmed" }, { 1, 2, 0.99 }, { 2, 1, 0.99 },
      { 2, 2, 0.9, "refused" } })
    assert.are.same({ 1, 1, 0 }, { file:assign(true) })
    assert.are.same({ { 1, 1 } }, links(file))
    file:remove()
  end)

  it("is what trying every way finds", function()
    local random = mix.random.new(7)
    for round = 1, 60 do
      local lefts, rights, pairs = 2 + round % 4, 2 + round % 3, {}
      for left = 1, lefts do
        for right = 1, rights do
          if random:random() < 0.7 then
            pairs[#pairs + 1] = { left, right, 0.5 + math.floor(random:random() * 50) / 100 }
          end
        end
      end
      local function best(left, taken)
        if left > lefts then return 0 end
        local most = best(left + 1, taken)
        for _, pair in ipairs(pairs) do
          if pair[1] == left and not taken[pair[2]] then
            taken[pair[2]] = true
            most = math.max(most, pair[3] + best(left + 1, taken))
            taken[pair[2]] = nil
          end
        end
        return most
      end
      local file = opened("assign_tried", lefts, rights)
      decide(file, pairs)
      file:assign(true)
      local sum, seen = 0, {}
      for _, result in ipairs(file:results(1, 100)) do
        if result.other then
          assert.is_nil(seen[result.other])
          seen[result.other] = true
          sum = sum + result.score
        end
      end
      assert.near(best(1, {}), sum, 1e-9)
      file:remove()
    end
  end)
end)
