-- Asks about the rows in doubt of a list that is imported, one key each. Answers are kept as
-- decisions, which later imports respect; `match --decisions` lists them.

local finding = require("programs.playlist.lib.finding")
local match_words = require("lib.match_words")
local pair_questions = require("lib.pair_questions")

local reviewing = {}

-- Asks about one row until it is no longer in doubt or the user leaves it. Returns whether the user
-- continues.
local function ask(head, track, matches, place, review)
  local record = finding.record(track)
  while matches[place].status == "doubtful" do
    local match = matches[place]
    local score = match.score and match_words.score(match.score, review.description) .. ": " or ""
    pair_questions.show(head .. score .. match.why, record, match.closest, review.description)
    local key = pair_questions.ask()
    if key == "q" then return false end
    if key == "s" then return true end
    review.kept:add(record, match.closest, key == "y" and "same" or "different", finding.service)
    -- After a refusal another candidate may be the closest.
    matches[place] = review.look(track)
  end
  return true
end

--- Asks about the tracks whose matches are in doubt, and puts what `look(track)` finds after an
--- answer in their place. `kept`: from lib.linking.decisions.
function reviewing.run(tracks, matches, rules, kept, look)
  local doubts = {}
  for place, match in ipairs(matches) do
    if match.status == "doubtful" then doubts[#doubts + 1] = place end
  end
  if #doubts == 0 then mix.ui.note("nothing is in doubt") end
  local review = { kept = kept, look = look, description = rules:describe() }
  for number, place in ipairs(doubts) do
    local head = ("[%d of %d] "):format(number, #doubts)
    if not ask(head, tracks[place], matches, place, review) then return end
  end
end

return reviewing
