-- Orders the pairs to ask about: those nearest to the threshold first, mixed with pairs that a
-- single gate refuses, and some random ones, so that confident decisions are checked as well.

local records = require("lib.records")

local queue = {}

--- Returns the key of a pair.
function queue.key(pair) return mix.json.encode({ pair.left, pair.right }) end

--- Returns why answers cannot be appended to a file's text: a line is not a JSON pair. Nil when
--- they can.
function queue.problem(text)
  for number, line in records.lines(text) do
    local pair = mix.json.decode(line)
    if type(pair) ~= "table" or not pair.left or not pair.right then
      return ("line %d is not a pair as JSON: labels are kept as NDJSON"):format(number)
    end
  end
  return nil
end

--- Returns the answered pairs in a file of labels (NDJSON): {[key] = label}.
function queue.answered(text)
  local answered = {}
  for _, line in records.lines(text) do
    local pair = mix.json.decode(line)
    if type(pair) == "table" and pair.left and pair.right then
      answered[queue.key(pair)] = pair.label
    end
  end
  return answered
end

local function taken_in_turn(lists, count)
  local order, seen, places = {}, {}, {}
  while #order < count do
    for index, list in ipairs(lists) do
      local place = (places[index] or 0) + 1
      while list[place] and seen[list[place]] do place = place + 1 end
      places[index] = place
      local vector = list[place]
      if vector then
        seen[vector] = true
        order[#order + 1] = vector
      end
    end
  end
  return order
end

--- Returns vectors in the order of the questions.
function queue.order(list, accept, seed)
  local near, refused, any = {}, {}, table.move(list, 1, #list, 1, {})
  for _, vector in ipairs(list) do
    if not vector.refused then
      near[#near + 1] = vector
    elseif #vector.failed == 1 then
      refused[#refused + 1] = vector
    end
  end
  table.sort(near, function(a, b)
    local x, y = math.abs(a.score - accept), math.abs(b.score - accept)
    if x ~= y then return x < y end
    return a.index < b.index
  end)
  table.sort(refused, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.index < b.index
  end)
  mix.random.new(seed):shuffle(any)
  -- Of five questions three are near the threshold, one is about a gate, one is random.
  return taken_in_turn({ near, near, near, refused, any }, #list)
end

return queue
