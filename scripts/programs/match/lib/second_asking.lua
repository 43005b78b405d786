-- Tells a question that a service cannot answer from a service that is away. Some questions are too
-- much for one, which fails at them whenever they are asked: Discogs runs out of time, Open Library
-- stumbles over a word, iTunes shows a page. A run that stopped there would stop there for ever.

local second_asking = {}

local faults_of = { server = true, portal = true }

local function is_fault(answer) return answer.failed ~= nil and faults_of[answer.failed.kind] end

-- Whether the service was there after it failed at a row: it answered a later one over the network.
-- The last row has no later one; then it failed at no other.
local function was_there(answers, place)
  local live, faults = 0, 0
  for at, answer in ipairs(answers) do
    if answer.is_live and at > place then return true end
    live, faults = live + (answer.is_live and 1 or 0), faults + (is_fault(answer) and 1 or 0)
  end
  return live > 0 and faults == 1
end

--- Asks once more about rows at which the service failed while it answered others; where it fails
--- again, the answer gets the class of a refused question. `answers`: of row_answers, in the order
--- of the rows; `ask(place)` asks about one.
function second_asking.run(answers, ask)
  for place, answer in ipairs(answers) do
    if is_fault(answer) and was_there(answers, place) then
      local again = ask(place)
      if is_fault(again) then again.failed.class = "refused" end
      answers[place] = again
    end
  end
end

return second_asking
