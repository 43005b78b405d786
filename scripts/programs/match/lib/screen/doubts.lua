-- The pairs in doubt: by kind, which is what speaks most against them, and one by one.

local counted = require("lib.counted")
local doubts_of = require("lib.linking.doubts")
local pairs_of = require("programs.match.lib.screen.pairs_of")
local words = require("lib.match_words")

local doubts = {}

-- Pairs whose kind is looked for; pairs of a kind that are shown.
local most_looked_at, most_shown = 2000, 20

-- The kinds found last, by the version of the match.
local kept = {}

-- The points that a part takes from the score.
local function loss(part, description)
  if part.penalty or description.combine == "odds" then return -part.contribution end
  return part.weight * (1 - part.value)
end

-- Whether a note names what the two records say: then it is of this pair alone.
local function is_of_pair(note, pair)
  if note:find("[%d\"]") then return true end
  local text = mix.text.fold(mix.json.encode(pair.left_record)
    .. mix.json.encode(pair.right_record))
  for word in mix.text.fold(note):gmatch("%w%w%w+") do
    if text:find(word, 1, true) then return true end
  end
  return false
end

-- The strongest objection to a pair, in words that are alike for pairs of a kind.
local function kind_of(pair, rules, description)
  if pair.score >= description.accept then
    return pair.reason:find("another work", 1, true) and "another comes as near"
      or "many are called like it"
  end
  local ok, result = pcall(mix.match.explain, pair.left_record, { pair.right_record }, rules)
  local worst, most = nil, 0
  for _, part in ipairs(ok and result.candidates[1].breakdown or {}) do
    local lost = loss(part, description)
    if lost > most then worst, most = part, lost end
  end
  if not worst then return "little is known of it" end
  local note = worst.note and not is_of_pair(worst.note, pair) and worst.note
  return note and ("%s: %s"):format(worst.feature, note) or worst.feature .. " differs"
end

--- The kinds of pairs in doubt, the most frequent first: {{kind, pairs}}.
function doubts.kinds(current)
  if kept.version == current.version then return kept.list end
  local rules = pairs_of.rules(current.spec)
  local list, by_kind, description = {}, {}, rules:describe()
  local count = 0
  for pair in doubts_of(current.spec.run.file) do
    count = count + 1
    pair.left_record = mix.json.decode(pair.left_record)
    pair.right_record = mix.json.decode(pair.right_record)
    local kind = count <= most_looked_at and kind_of(pair, rules, description) or "further ones"
    if not by_kind[kind] then
      by_kind[kind] = { kind = kind, pairs = {} }
      list[#list + 1] = by_kind[kind]
    end
    table.insert(by_kind[kind].pairs, pair)
  end
  table.sort(list, function(a, b)
    if #a.pairs ~= #b.pairs then return #a.pairs > #b.pairs end
    return a.kind < b.kind
  end)
  kept = { version = current.version, list = list }
  return list
end

--- The pairs of a kind; none for one that is gone.
function doubts.of_kind(current, kind)
  for _, found in ipairs(doubts.kinds(current)) do
    if found.kind == kind then return found.pairs end
  end
  return {}
end

-- The row that is asked about: the first that was not put off.
local function next_row(current, state)
  for _, found in ipairs(doubts.kinds(current)) do
    if state.reviewing == true or state.reviewing == found.kind then
      for _, pair in ipairs(found.pairs) do
        if not state.put_off[pair.left] then return pair.left end
      end
    end
  end
end

-- A row in doubt with all that it may be.
local function review(spec, row)
  local list, others = pairs_of.doubts(spec, row), {}
  for place, pair in ipairs(list) do
    others[place] = { record = mix.json.decode(pair.right_record) }
  end
  local record = mix.json.decode(list[1].left_record)
  local result = pairs_of.explained(spec, { record = record, candidates = others })
  local scored = {}
  for _, candidate in ipairs(result and result.candidates or {}) do
    scored[candidate.index] = candidate
  end
  local candidates = {}
  for place, pair in ipairs(list) do
    candidates[place] = { key = pair.right, score = pair.score,
      title = pairs_of.short(spec, others[place].record, true),
      facts = pairs_of.facts(others[place].record), parts = pairs_of.parts(scored[place]) }
  end
  return { "review", key = row, candidates = candidates, on_choose = "pick",
    on_reject = "reject", on_skip = "skip",
    subject = { title = pairs_of.short(spec, record), facts = pairs_of.facts(record) } }
end

local columns = { { key = "mine", title = "Your row", least = 14 },
  { key = "theirs", title = "May be", least = 14 }, { key = "score", title = "Score",
    align = "right" } }

-- The pairs of a kind, to be decided together.
local function kind_detail(current, kind)
  local list = doubts.of_kind(current, kind)
  if #list == 0 then return false end
  local spec, rows = current.spec, {}
  local description = pairs_of.rules(spec):describe()
  for place = 1, math.min(#list, most_shown) do
    local pair = list[place]
    rows[place] = { mine = pairs_of.short(spec, pair.left_record),
      theirs = pairs_of.short(spec, pair.right_record, true),
      score = words.score(pair.score, description) }
  end
  local all = counted(#list, "pair")
  return { "detail", title = kind:sub(1, 1):upper() .. kind:sub(2), on_close = "close_kind",
    subtitle = all .. " in doubt",
    { "link", "Decide one by one", action = "review", args = kind },
    { "link", "All are the same", action = "all_same", args = kind,
      confirm = ("Decide that %s are the same? Of several for a row the nearest is taken."):format(
        all) },
    { "link", "None is the same", action = "all_different", args = kind,
      confirm = ("Decide that %s are not the same?"):format(all) },
    { "table", columns = columns, rows = rows },
    { "text", #list > #rows and ("The first %d of %d."):format(#rows, #list) or nil,
      style = "muted" },
  }
end

-- The kinds, one a row.
local function kinds_table(current)
  local rows = {}
  for place, found in ipairs(doubts.kinds(current)) do
    local first = found.pairs[1]
    rows[place] = { kind = found.kind, count = #found.pairs,
      first = ("%s / %s"):format(pairs_of.short(current.spec, first.left_record),
        pairs_of.short(current.spec, first.right_record, true)) }
  end
  return { "table", id = "kinds", key = "kind", rows = rows, on_select = "kind", columns = {
    { key = "kind", title = "In doubt, as", least = 14 },
    { key = "count", title = "Pairs", align = "right" },
    { key = "first", title = "The first of them", least = 14, drop = 1 },
  } }
end

--- Adds what is in doubt to a page. `state`: the screen's.
function doubts.add(page, current, state)
  local function add(node) page[#page + 1] = node end
  if current.counts.uncertain == 0 then
    return add(state.reviewing and { "message", "Nothing is left to decide.", tone = "success",
      seconds = 5 })
  end
  add({ "text", "In doubt", style = "heading" })
  add(state.kind and kind_detail(current, state.kind))
  local row = state.reviewing and next_row(current, state)
  if state.reviewing then add({ "link", "Leave the review", action = "leave" }) end
  if row then return add(review(current.spec, row)) end
  add(state.reviewing and { "message", "Those that are left were put off.", tone = "info" })
  add({ "link", "Decide one by one", action = "review" })
  add(kinds_table(current))
end

--- Decides about all pairs of a kind. Of several for one row the nearest is the same. Returns how
--- many rows were decided.
function doubts.decide_kind(current, kind, is_same)
  local nearest, count = {}, 0
  local list = doubts.of_kind(current, kind)
  for _, pair in ipairs(list) do
    local best = nearest[pair.left]
    if not best or pair.score > best.score then nearest[pair.left] = pair end
  end
  for _, pair in ipairs(list) do
    if not is_same then pairs_of.decide(current.spec, pair, false)
    elseif nearest[pair.left] == pair then
      pairs_of.decide(current.spec, pair, true)
      count = count + 1
    end
  end
  return is_same and count or #list
end

--- Decides about a row in doubt: `other` is the same (nil: none is). Returns whether it was still
--- in doubt.
function doubts.decide(spec, row, other)
  local list = pairs_of.doubts(spec, row)
  for _, pair in ipairs(list) do
    pair.left_record = mix.json.decode(pair.left_record)
    pair.right_record = mix.json.decode(pair.right_record)
    if other == nil or pair.right == other then
      pairs_of.decide(spec, pair, other ~= nil)
    else
      -- Which one it is says nothing about the others, which may be the same work again.
      spec.run.file:decide({ { left = row, right = pair.right, score = pair.score,
        state = "refused", reason = "another one was chosen" } })
    end
  end
  return #list > 0
end

return doubts
