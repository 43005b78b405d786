-- Explains how rules judge a query and its candidates: for the explaining command and the screen on
-- which rules are tried.

local words = require("lib.match_words")

local match_report = {}

--- Describes the result of a candidate. `result`: that of mix.match.explain; `description`: that of
--- the rules.
function match_report.verdict(candidate, result, description)
  if candidate.refused then return "refused: " .. words.refusals(candidate) end
  if result.index == candidate.index then
    return result.decision == "matched" and "the match" or "the nearest"
  end
  if candidate.score >= description.accept then return "good enough" end
  if candidate.score >= description.review then return "doubtful" end
  return "too low"
end

--- Returns a candidate with what was compared, a part of a `detail`.
function match_report.candidate(result, candidate, description)
  local rows = {}
  for place, part in ipairs(candidate.breakdown) do
    rows[place] = { feature = part.feature, adds = words.part(part.contribution, description),
      value = ("%.2f"):format(part.value), note = part.note }
  end
  return { "page", id = "candidate " .. candidate.index,
    title = ("%d. %s: %s, %s"):format(candidate.index,
      words.short(candidate.candidate, description.fields.candidate),
      words.score(candidate.score, description),
      match_report.verdict(candidate, result, description)),
    #rows > 0 and { "table", columns = {
      { key = "feature", title = "Compared", least = 10 },
      { key = "adds", title = "Adds", align = "right" },
      { key = "value", title = "Alike", align = "right", drop = 2 },
      { key = "note", title = "Why", least = 12, drop = 1 },
    }, rows = rows },
  }
end

--- Describes the decision in a sentence.
function match_report.headline(result, description)
  local chosen = result.candidate and words.short(result.candidate, description.fields.candidate)
  if result.decision == "matched" then
    return ("Candidate %d is the match: %s"):format(result.index, chosen)
  elseif result.decision == "uncertain" then
    return ("Uncertain; candidate %d comes nearest: %s"):format(result.index, chosen)
  end
  return "None of the candidates matches."
end

-- A threshold, with its probability where the rules are calibrated.
local function threshold(name, description)
  local score = words.score(description[name], description)
  local worth = description.calibration and description.calibration[name]
  return worth and ("%s (the same %.0f times of 100)"):format(score, 100 * worth) or score
end

--- Describes the scores for a match and for a review.
function match_report.needed(description)
  return ("%s to match, %s to be worth a look"):format(threshold("accept", description),
    threshold("review", description))
end

return match_report
