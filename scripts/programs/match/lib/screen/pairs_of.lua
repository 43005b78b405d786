-- The pairs of a row: the rules' words on them, and the decisions of people.

local decisions = require("lib.linking.decisions")
local match_report = require("lib.match_report")
local overruling = require("lib.linking.overruling")
local record_rows = require("lib.record_rows")
local service_run = require("programs.match.lib.service_run")
local sorted_names = require("lib.sorted_names")
local words = require("lib.match_words")

local pairs_of = {}

-- Candidates of a row that are shown.
local most_candidates = 5

--- The rules that have decided.
function pairs_of.rules(spec) return spec.own_rules or spec.rules end

local function decoded(text) return mix.json.decode(text) end

--- The uncertain pairs of a row: {{left, right, score, reason, left_record, right_record}}.
function pairs_of.doubts(spec, row)
  local found = {}
  for _, pair in ipairs(spec.run.file:doubts(row - 1, 1)) do
    if pair.left == row then found[#found + 1] = pair end
  end
  return found
end

--- A row: {row, record, other, candidates}: its link, and the records that it is compared with,
--- {row, record}, the link and doubts first. nil where there is none.
function pairs_of.row(spec, row)
  local result = spec.run.file:results(row, 1)[1]
  if not result then return nil end
  local found = { row = row, record = decoded(result.record), other = result.other,
    candidates = {} }
  local seen = {}
  local function add(number, text)
    if not seen[number] and #found.candidates < most_candidates then
      seen[number] = true
      table.insert(found.candidates, { row = number, record = decoded(text) })
    end
  end
  if result.other then add(result.other, result.other_record) end
  for _, doubt in ipairs(pairs_of.doubts(spec, row)) do add(doubt.right, doubt.right_record) end
  -- Of a service only what was chosen is kept.
  local search = spec.pairing and spec.pairing.search
  for _, near in ipairs(search and spec.run.file:near(row, 1, search)[1].candidates or {}) do
    add(near.row, near.record)
  end
  return found
end

--- The rules' explanation of a row's candidates; nil where they fail.
function pairs_of.explained(spec, found)
  local records = {}
  for place, candidate in ipairs(found.candidates) do records[place] = candidate.record end
  local ok, result = pcall(mix.match.explain, found.record, records, pairs_of.rules(spec))
  return ok and result or nil
end

--- The strongest reasons of a candidate in words: "title (exact), artist (exact)".
function pairs_of.why(candidate)
  local list = {}
  for _, part in ipairs(candidate.breakdown) do
    if math.abs(part.contribution) >= 0.005 then list[#list + 1] = part end
  end
  table.sort(list, function(a, b) return a.contribution > b.contribution end)
  local said = {}
  for place, part in ipairs(list) do
    if place <= 2 or part.contribution < 0 then
      said[#said + 1] = ("%s%s%s"):format(part.contribution < 0 and "not " or "", part.feature,
        part.note and (" (%s)"):format(part.note) or "")
    end
  end
  return table.concat(said, ", ")
end

--- How a candidate's score came about, as a review shows it.
function pairs_of.parts(scored)
  local list = {}
  for place, part in ipairs(scored and scored.breakdown or {}) do
    list[place] = { label = part.feature, value = part.contribution, text = part.note }
  end
  return list
end

--- A candidate with what was compared, a part of a `detail`.
function pairs_of.node(spec, result, scored)
  return match_report.candidate(result, scored, pairs_of.rules(spec):describe())
end

--- A record in few words.
function pairs_of.short(spec, record, is_other)
  local fields = pairs_of.rules(spec):describe().fields
  return words.short(record, is_other and fields.candidate or fields.query)
end

-- Fields that are not shown as facts.
local hidden = { row_id = true, key = true }

--- The fields of a record as facts.
function pairs_of.facts(record)
  local facts = {}
  for _, name in ipairs(sorted_names(record)) do
    local value = not hidden[name] and record[name] or nil
    if type(value) == "table" then
      value = #value > 0 and type(value[1]) ~= "table" and record_rows.text(value, ", ") or nil
    end
    local is_shown = value ~= nil and value ~= "" and value ~= mix.json.null
    if is_shown and not tostring(value):find("^https?:") then
      facts[#facts + 1] = { label = (name:gsub("_", " ")), value = tostring(value) }
    end
  end
  return facts
end

--- Keeps that two rows are the same, or not; `pair`: {left, right, score, left_record,
--- right_record}, records as tables.
function pairs_of.decide(spec, pair, is_same)
  spec.run.file:decide({ { left = pair.left, right = pair.right, score = pair.score,
    state = is_same and "confirmed" or "refused", reason = "decided by hand" } })
  spec.kept:add(pair.left_record, pair.right_record, is_same and "same" or "different", spec.with)
end

--- Keeps that the match of a row is wrong; the row gets its next best. `found`: from
--- pairs_of.row, `other`: the record that it is not, {row, record}.
function pairs_of.refuse(spec, found, other)
  if not spec.with then
    return overruling.refuse(spec.run.file, spec, spec.kept,
      { number = found.row, record = found.record }, { number = other.row, record = other.record })
  end
  pairs_of.decide(spec, { left = found.row, right = other.row, score = 0,
    left_record = found.record, right_record = other.record }, false)
  service_run.ask_again(spec, { found.row })
end

--- Whether people decided about a row: "same", "different" or nil, about another record.
function pairs_of.verdict(spec, record, other)
  local entries = spec.kept:of(record)
  local entry = entries and entries[decisions.target(spec.with, other)]
  return entry and entry.verdict
end

return pairs_of
