-- Asks the user about pairs, one key each: the uncertain ones, and with `all` those that matched.
-- Answers are kept as decisions, which later runs respect, so that a review can be resumed.

local changed = require("lib.changed")
local decisions = require("lib.linking.decisions")
local doubts_of = require("lib.linking.doubts")
local pair_questions = require("lib.pair_questions")
local words = require("lib.match_words")

local review = {}

local meanings = { y = "confirmed", n = "refused", s = "skip", q = "quit" }
local verdicts = { confirmed = "same", refused = "different" }
local page = 100

-- A record for people. `row_id` is the identifier's column, which `id` may already show.
local function shown(record)
  return changed(record, { id = record.id or record.row_id, row_id = false })
end

local Review = {}
Review.__index = Review

-- Asks about a pair {left, right, score, left_record, right_record}. Returns the answer's meaning.
function Review:ask(pair, says)
  local left, right = mix.json.decode(pair.left_record), mix.json.decode(pair.right_record)
  local head = ("%s%s: %s"):format(says, words.score(pair.score, self.description), pair.reason)
  pair_questions.show(head, shown(left), shown(right), self.description)
  local meaning = meanings[pair_questions.ask()]
  if self.counts[meaning] then
    self.counts[meaning] = self.counts[meaning] + 1
    self.file:decide({ { left = pair.left, right = pair.right, score = pair.score,
      state = meaning, reason = "decided by hand" } })
    self.kept:add(left, right, verdicts[meaning], self.service)
  end
  return meaning
end

-- Asks about the uncertain pairs. Returns false when the user stops.
function Review:doubts(total)
  local place = 0
  for doubt in doubts_of(self.file, self.within) do
    place = place + 1
    local meaning = self:ask(doubt, ("[%d of %d] "):format(place, total))
    if meaning == "quit" then return false end
  end
  return true
end

-- Whether the user has decided about a pair before.
function Review:is_decided(pair)
  local entries = self.kept:of(mix.json.decode(pair.left_record))
  local other = mix.json.decode(pair.right_record)
  return entries and entries[decisions.target(self.service, other)] ~= nil
end

-- The certain pairs of a row: its link, or within one table the earlier rows of its cluster that
-- the rules take for the same.
function Review:certain(result, members)
  if not self.within then
    return result.other and { { left = result.row, right = result.other, score = result.score,
      left_record = result.record, right_record = result.other_record, reason = "matched" } } or {}
  end
  local found, record = {}, mix.json.decode(result.record)
  for _, other in ipairs(members) do
    local best = mix.match.best(record, { mix.json.decode(other.record) }, self.rules)
    if best.decision == "matched" then
      found[#found + 1] = { left = result.row, right = other.row, score = best.score,
        left_record = result.record, right_record = other.record, reason = "matched" }
    end
  end
  return found
end

-- Asks about the pairs that matched.
function Review:matches()
  if self.within then self.file:cluster() else self.assign() end
  local after, clusters = 0, {}
  while true do
    local results = self.file:results(after + 1, page, self.within)
    if #results == 0 then return end
    for _, result in ipairs(results) do
      after = result.row
      local members = clusters[result.other] or {}
      for _, pair in ipairs(self:certain(result, members)) do
        if not self:is_decided(pair) and self:ask(pair, "") == "quit" then return end
      end
      if self.within and result.other then
        members[#members + 1], clusters[result.other] = result, members
      end
    end
  end
end

--- Asks about the uncertain pairs of a run. `options`: within (pairs of one table), kept (from
--- lib.linking.decisions), service (its name; nil between tables), all (also about those that
--- matched), assign (links the rows). Returns the numbers of confirmed, refused and remaining
--- pairs.
function review.run(file, rules, options)
  local total = file:tally().uncertain
  local self = setmetatable({
    file = file, rules = rules, description = rules:describe(), within = options.within,
    kept = options.kept, service = options.service, assign = options.assign,
    counts = { confirmed = 0, refused = 0 },
  }, Review)
  if total == 0 then mix.ui.note("nothing is uncertain") end
  if self:doubts(total) and options.all then self:matches() end
  self.counts.left = file:tally().uncertain
  return self.counts
end

return review
