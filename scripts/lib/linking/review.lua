-- Asks the user about the uncertain pairs, one key each. Answers are stored, so that a review can
-- be resumed.

local pair_questions = require("lib.pair_questions")
local words = require("lib.match_words")

local review = {}

local meanings = { y = "confirmed", n = "refused", s = "skip", q = "quit" }

-- A record for people. `row_id` is the identifier's column, which `id` may already show.
local function shown(text)
  local record = mix.json.decode(text)
  record.id, record.row_id = record.id or record.row_id, nil
  return record
end

--- Asks about the uncertain pairs of a run. Returns the numbers of confirmed, refused and remaining
--- pairs.
function review.run(file, rules, within)
  local description = rules:describe()
  local total = file:tally().uncertain
  local counts, after, place = { confirmed = 0, refused = 0 }, 0, 0
  if total == 0 then mix.ui.note("nothing is uncertain") end
  local going = true
  while going do
    local doubts = file:doubts(after, 100, within)
    if #doubts == 0 then break end
    for _, doubt in ipairs(doubts) do
      place, after = place + 1, doubt.left
      local says = ("[%d of %d] %s: %s"):format(
        place, total, words.score(doubt.score, description), doubt.reason)
      pair_questions.show(says, shown(doubt.left_record),
        shown(doubt.right_record), description)
      local meaning = meanings[pair_questions.ask()]
      if meaning == "quit" then going = false break end
      if counts[meaning] then
        counts[meaning] = counts[meaning] + 1
        file:decide({ { left = doubt.left, right = doubt.right, score = doubt.score,
          state = meaning, reason = "decided by hand" } })
      end
    end
  end
  counts.left = file:tally().uncertain
  return counts
end

return review
