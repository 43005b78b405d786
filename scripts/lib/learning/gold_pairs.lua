-- Makes labelled pairs of two tables whose answer is known: those that share blocking keys, for
-- pairs that have nothing in common tell rules apart by nothing. Known pairs that are not among
-- them are counted.

local blocking = require("lib.linking.blocking")
local gold_of = require("lib.linking.gold")
local loading = require("lib.linking.loading")
local need = require("lib.need")
local rules_for = require("lib.linking.rules_for")
local tables = require("lib.linking.tables")

local gold_pairs = {}

-- A row's identifier names it in reports; rules do not compare it.
local function record_of(text)
  local record = mix.json.decode(text)
  record.row_id = nil
  return record
end

-- Opens the first link file that no other process uses. Rows that an ended run left there are
-- removed.
local function scratch()
  for number = 1, 100 do
    local name = ("linking/eval-%d.sqlite"):format(number)
    local lock, taken = mix.fs.lock(name .. ".lock", "rules eval")
    if lock then
      local function opened() return need(mix.link.open(mix.fs.data(name))) end
      opened():remove()
      return opened(), lock
    end
    if taken.kind ~= "locked" then mix.ui.fail(taken.message, 1) end
  end
  mix.ui.fail("100 evaluations of tables are under way: wait until one has ended", 1)
end

--- Returns the pairs of two tables in the form for rules.eval, and {wanted, covered}. `spec`: left,
--- right, gold (a column or a file), rules (a name).
function gold_pairs.read(spec)
  local first = tables.opened(spec.left)
  local rules, block = rules_for.table(first.header, spec.rules)
  local fields, aliases = rules_for.fields(rules, block, first.header, spec.gold)
  local second = tables.opened(spec.right)
  local gold = gold_of.read(spec.gold, { left = first.header, right = second.header })
  local pairing = blocking.of(block, { block = block:name() })
  local file, lock = scratch()
  for side, opened in pairs({ left = first, right = second }) do
    local found = loading.columns(opened, spec[side], fields, aliases, {})
    loading.load(file, side, opened, spec[side], found, pairing, gold[side])
  end
  file:index("right")
  local list, covered, after = {}, 0, 0
  -- The records of the right side by their rows, each made once.
  local right = {}
  while true do
    local queries = file:near(after + 1, 100, pairing.search)
    if #queries == 0 then break end
    for _, query in ipairs(queries) do
      local left = record_of(query.record)
      for _, candidate in ipairs(query.candidates) do
        local same = query.gold ~= nil and query.gold == candidate.gold
        if same then covered = covered + 1 end
        right[candidate.row] = right[candidate.row] or record_of(candidate.record)
        list[#list + 1] = {
          left = left, right = right[candidate.row], label = same,
          place = ("row %d with row %d"):format(query.row, candidate.row),
        }
      end
    end
    after = queries[#queries].row
  end
  local wanted = file:gold_pairs()
  file:remove()
  lock:release()
  if wanted == 0 then
    mix.ui.fail("--gold: no row of the one table has a row of the other with the same value", 1)
  end
  return list, { wanted = wanted, covered = covered }
end

return gold_pairs
