-- Overrules the rules: applies pins, rejections and kept decisions to a run over tables.

local decisions = require("lib.linking.decisions")
local loading = require("lib.linking.loading")
local progress = require("lib.linking.progress")

local overruling = {}

--- Reads --pin and --reject, and checks --all: a list of {row, id, verdict}; without `id` the row's
--- present match is meant. Ends the script at one that cannot be read.
function overruling.read(args)
  if args.all and not args.review then
    progress.fail("--all goes with --review: it asks about the certain pairs, too", 2)
  end
  local wanted = {}
  local function add(list, verdict, pattern, form)
    for _, text in ipairs(list or {}) do
      local row, id = text:match(pattern)
      if not row then
        progress.fail(("--%s %s: %s expected, such as %s"):format(
          verdict == "same" and "pin" or "reject", text, form, "12=c07"), 2)
      end
      wanted[#wanted + 1] = {
        row = math.tointeger(tonumber(row)), id = id ~= "" and id or nil, verdict = verdict,
      }
    end
  end
  add(args.pin, "same", "^(%d+)=(.+)$", "ROW=ID")
  add(args.reject, "different", "^(%d+)=?(.*)$", "ROW or ROW=ID")
  return wanted
end

-- The rows of the left table that decisions are about: {number, record, entries}; fills in the
-- records of the wanted ones.
local function rows_meant(opened, found, kept, wanted)
  local meant, by_number = {}, {}
  for _, item in ipairs(wanted) do
    by_number[item.row] = by_number[item.row] or {}
    table.insert(by_number[item.row], item)
  end
  loading.each(opened, found, function(number, record)
    for _, item in ipairs(by_number[number] or {}) do item.record = record end
    local entries = kept:of(record)
    if entries or by_number[number] then
      meant[#meant + 1] = { number = number, record = record, entries = entries or {} }
    end
  end)
  return meant
end

-- The rows of the other table that decisions name: {number, record} by mark and by identifier.
local function others_meant(opened, found, meant, wanted)
  local targets, ids = {}, {}
  for _, row in ipairs(meant) do
    for target in pairs(row.entries) do targets[target] = targets[target] or {} end
  end
  for _, item in ipairs(wanted) do if item.id then ids[item.id] = false end end
  loading.each(opened, found, function(number, record)
    local id = record.row_id or tostring(number)
    if ids[id] == false then ids[id] = { number = number, record = record } end
    local same = next(targets) and targets[decisions.target(nil, record)]
    if same then same[#same + 1] = { number = number, record = record } end
  end)
  return targets, ids
end

-- Keeps what the user wants now, where the row and the other row exist. A row of one table has one
-- match in the other.
local function keep_wanted(kept, wanted, ids, targets, within)
  for _, item in ipairs(wanted) do
    local other = item.id and ids[item.id]
    local option = item.verdict == "same" and "--pin" or "--reject"
    if not item.record then
      progress.fail(("%s %d: there is no such row"):format(option, item.row), 2)
    elseif item.id and not other then
      progress.fail(("%s %d=%s: no row of the other table has this identifier or number"):format(
        option, item.row, item.id), 2)
    elseif other then
      local is_rival = item.verdict == "same" and not within and function(target)
        return targets[target] ~= nil and #targets[target] > 0
      end or nil
      local entry = kept:add(item.record, other.record, item.verdict, nil, is_rival)
      targets[entry.target] = { other }
    end
  end
end

local function score_of(record, other, rules)
  local ok, found = pcall(mix.match.best, record, { other }, rules)
  return ok and found.score or 0
end

local states = { same = "confirmed", different = "refused" }

-- A row's best pair by the rules among those that are not refused.
local function decide_again(file, spec, row, refused)
  local query = file:near(row.number, 1, spec.pairing.search)[1]
  local records, numbers = {}, {}
  for _, candidate in ipairs(query.candidates) do
    if not refused[candidate.row] then
      records[#records + 1] = mix.json.decode(candidate.record)
      numbers[#numbers + 1] = candidate.row
    end
  end
  local ok, found = pcall(mix.match.best, row.record, records, spec.own_rules)
  if not ok or found.decision == "none" then return end
  file:decide({ { left = row.number, right = numbers[found.index], score = found.score,
    state = found.decision, reason = found.reason } })
end

-- Writes a row's decisions into the run.
local function apply_row(file, spec, row, targets)
  local list, refused = {}, {}
  for target, entry in pairs(row.entries) do
    for _, other in ipairs(targets[target] or {}) do
      -- Within one table the later row is the left one.
      local left, right = row.number, other.number
      if spec.within then left, right = math.max(left, right), math.min(left, right) end
      list[#list + 1] = { left = left, right = right, state = states[entry.verdict],
        score = score_of(row.record, other.record, spec.own_rules), reason = "decided by hand" }
      if entry.verdict == "different" then refused[right] = true end
    end
  end
  if #list == 0 then return end
  file:decide(list)
  if next(refused) and not spec.within then decide_again(file, spec, row, refused) end
end

--- Keeps that the match of a row is wrong, and decides about the row again. `row`, `other`:
--- {number, record}; `spec`: that of tables_run.
function overruling.refuse(file, spec, kept, row, other)
  local entry = kept:add(row.record, other.record, "different")
  apply_row(file, spec, { number = row.number, record = row.record,
    entries = { [entry.target] = entry } }, { [entry.target] = { other } })
end

-- Rejects the present match of the rows that --reject names without an identifier.
local function reject_present(file, spec, kept, wanted)
  for _, item in ipairs(wanted) do
    if item.verdict == "different" and not item.id then
      if spec.within then
        progress.fail(("--reject %d: name the other row, --reject %d=ROW"):format(item.row,
          item.row), 2)
      end
      file:assign(spec.single, spec.best_first)
      local result = file:results(item.row, 1)[1]
      if result.other then
        overruling.refuse(file, spec, kept, { number = item.row, record = item.record },
          { number = result.other, record = mix.json.decode(result.other_record) })
      else
        progress.problem(("--reject %d: the row has no match"):format(item.row))
      end
    end
  end
end

--- Applies the kept decisions and those of --pin and --reject to a scored run. `spec`: that of
--- tables_run; `open(side)`: opens the table of a side. Returns the kept decisions.
function overruling.apply(file, spec, open)
  local kept, wanted = decisions.open(), overruling.read(spec.args)
  if kept:is_empty() and #wanted == 0 then return kept end
  local meant = rows_meant(open("left"), spec.columns.left, kept, wanted)
  if #meant == 0 and #wanted == 0 then return kept end
  local other = spec.within and "left" or "right"
  local targets, ids = others_meant(open(other), spec.columns[other], meant, wanted)
  keep_wanted(kept, wanted, ids, targets, spec.within)
  for _, row in ipairs(meant) do
    row.entries = kept:of(row.record) or {}
    apply_row(file, spec, row, targets)
  end
  reject_present(file, spec, kept, wanted)
  return kept
end

return overruling
