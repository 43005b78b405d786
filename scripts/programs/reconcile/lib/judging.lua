-- Judges entities for a query by the shared rules, in the words of the Reconciliation API.

local failure = require("lib.failure")

local judging = {}

-- A candidate scores at least this share of the score that is worth a review; one that a condition
-- of the rules refuses, the greater share.
local least, least_refused = 0.5, 0.75

-- The probability of a candidate, 0 to 100; of rules that were not calibrated their score.
local function score_of(candidate, described)
  local value = candidate.probability
  if not value then
    value = described.combine == "sum" and candidate.score / math.max(described.accept, 1e-9)
      or candidate.score
  end
  return math.floor(math.max(0, math.min(1, value)) * 10000 + 0.5) / 100
end

-- Versions from 1.0 on want a name, too.
local function feature(id, value) return { id = id, name = id, value = value } end

-- The breakdown of `explain`, and the conditions that are not met.
local function features_of(candidate)
  local features = mix.json.array({})
  for _, part in ipairs(candidate.breakdown) do
    features[#features + 1] = feature(part.feature, part.value)
  end
  for _, gate in ipairs(candidate.gates) do
    if not gate.passed then
      features[#features + 1] = feature("gate:" .. gate.name, false)
    end
  end
  return features
end

local function before(a, b)
  if a.match ~= b.match then return a.match end
  if a.score ~= b.score then return a.score > b.score end
  if a.rank ~= b.rank then return a.rank < b.rank end
  return a.id < b.id
end

local function is_near(candidate, described)
  return candidate.score >= (candidate.refused and least_refused or least) * described.review
end

--- Judges entities of one type, {id, name, description, record}, for a record. Returns candidates
--- as the API has them; nil and the reason where the rules fail. `text`: the query's own words; an
--- entity of that identifier is a candidate, whatever the rules say.
function judging.candidates(type_of, record, entities, text)
  local records = {}
  for place, entity in ipairs(entities) do records[place] = entity.record end
  local ok, found = pcall(mix.match.explain, record, records, type_of.rules)
  if not ok then return nil, failure.line(found) end
  local list = {}
  for place, candidate in ipairs(found.candidates) do
    local entity = entities[place]
    local is_match = found.decision == "matched" and found.index == place
    if is_match or entity.id == text or is_near(candidate, type_of.described) then
      list[#list + 1] = {
        id = entity.id, name = entity.name, description = entity.description,
        type = { { id = type_of.id, name = type_of.name } },
        score = score_of(candidate, type_of.described), match = is_match,
        features = features_of(candidate), rank = candidate.rank or math.huge,
      }
    end
  end
  return list
end

--- Puts candidates in order and cuts them; one whose identifier is the query itself comes with the
--- highest score.
function judging.ordered(list, limit, text)
  for _, candidate in ipairs(list) do
    if candidate.id == text then
      candidate.score = 100
      table.insert(candidate.features, 1, feature("identifier", true))
    end
  end
  table.sort(list, before)
  local kept = mix.json.array({})
  for place = 1, math.min(limit, #list) do
    kept[place], list[place].rank = list[place], nil
  end
  return kept
end

return judging
