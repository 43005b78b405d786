-- Chooses the pairs to ask about, the next after each answer: those nearest to the threshold that
-- the answers show, mixed with pairs that a single gate refuses, and some random ones, so that
-- confident decisions are checked as well.

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

local Queue = {}
Queue.__index = Queue

--- Makes a queue of vectors. `accept`: the rules' threshold; `seed`: of the random ones.
function queue.of(list, accept, seed)
  local any, open = table.move(list, 1, #list, 1, {}), {}
  mix.random.new(seed):shuffle(any)
  for _, vector in ipairs(list) do open[vector] = true end
  return setmetatable({ list = list, any = any, open = open, accept = accept, count = 0,
    answers = {} }, Queue)
end

--- Notes an answer: whether the pair of a vector is the same. It moves the threshold.
function Queue:answer(vector, label)
  if vector.refused then return end
  self.answers[#self.answers + 1] = { score = vector.score, label = label }
  table.sort(self.answers, function(a, b) return a.score < b.score end)
end

-- The threshold beside or between the answers that parts most of them rightly, the nearest to the
-- rules' own where several do.
local function threshold_of(answers, accept)
  local function wrong(threshold)
    local count = 0
    for _, answer in ipairs(answers) do
      if answer.label ~= (answer.score >= threshold) then count = count + 1 end
    end
    return count
  end
  local best, least = accept, wrong(accept)
  for place = 0, #answers do
    local low, high = answers[place], answers[place + 1]
    local threshold = low and high and (low.score + high.score) / 2 or high and high.score
      or low and low.score + 1e-6 or accept
    local count = wrong(threshold)
    if count < least
      or count == least and math.abs(threshold - accept) < math.abs(best - accept) then
      best, least = threshold, count
    end
  end
  return best
end

-- The open vector with the least `cost(vector)`, which is nil for those that are not meant.
function Queue:cheapest(cost)
  local best, least
  for _, vector in ipairs(self.list) do
    local value = self.open[vector] and cost(vector)
    if value and (not least or value < least) then best, least = vector, value end
  end
  return best
end

function Queue:near()
  local threshold = threshold_of(self.answers, self.accept)
  return self:cheapest(function(vector)
    return not vector.refused and math.abs(vector.score - threshold) or nil
  end)
end

function Queue:refused()
  return self:cheapest(function(vector)
    return vector.refused and #vector.failed == 1 and -vector.score or nil
  end)
end

function Queue:random()
  for _, vector in ipairs(self.any) do if self.open[vector] then return vector end end
end

-- Of five questions three are near the threshold, one is about a gate, one is random.
local turns = { "near", "near", "near", "refused", "random" }

--- Takes the vector to ask about next; nil after the last one.
function Queue:next()
  for _ = 1, #turns do
    local vector = self[turns[self.count % #turns + 1]](self)
    self.count = self.count + 1
    if vector then
      self.open[vector] = nil
      return vector
    end
  end
end

return queue
