-- Says which pairs of rows blocking left out, and why.

local counted = require("lib.counted")
local progress = require("lib.linking.progress")

local left_out = {}

-- How many rows are looked at, spread evenly over the table; how many known pairs are named, and
-- among how many rows they are looked for.
local most_looked_at, most_named, most_searched = 100, 10, 10000
-- The most that link.file:near allows.
local widest = { most = 1000, common = 100000, share = 0 }
-- Its usual share: rows that weigh less than this part of the best are left out.
local usual_share = 0.3

-- The candidates of a row when none is cut. `common`: the most rows of a key that counts.
local function all_of(file, row, common, within)
  return file:near(row, 1, {
    most = widest.most, common = common, share = widest.share, before = within,
  })[1].candidates
end

-- The place from which candidates are cut, and whether by their weight.
local function cut_of(candidates, search)
  local least = #candidates > 0 and candidates[1].weight * (search.share or usual_share) or 0
  for place, candidate in ipairs(candidates) do
    if place > search.most then return place, false end
    if candidate.weight < least then return place, true end
  end
  return #candidates + 1, false
end

-- Counts over rows spread evenly: {rows, alone, cut_rows, cut_pairs, light_pairs}.
local function looked_at(file, search, within)
  local rows = file:count("left")
  local step = math.max(1, rows / most_looked_at)
  local seen = { rows = 0, alone = 0, cut_rows = 0, cut_pairs = 0, light_pairs = 0 }
  local at = 1
  while at <= rows do
    local candidates = all_of(file, math.floor(at), search.common, within)
    local place, is_light = cut_of(candidates, search)
    local count = #candidates + 1 - place
    seen.rows = seen.rows + 1
    if #candidates == 0 then seen.alone = seen.alone + 1 end
    if is_light then
      seen.light_pairs = seen.light_pairs + count
    elseif count > 0 then
      seen.cut_rows, seen.cut_pairs = seen.cut_rows + 1, seen.cut_pairs + count
    end
    at = at + step
  end
  return seen
end

local function words_of(seen, search, rows)
  local parts = {}
  local function add(text, count)
    if count > 0 then parts[#parts + 1] = ("%s: %d"):format(text, count) end
  end
  add("rows that share no key", seen.alone)
  add(("rows that share keys with more than %d"):format(search.most), seen.cut_rows)
  add(("pairs that --most %d cuts"):format(search.most), seen.cut_pairs)
  add("pairs that share common words alone", seen.light_pairs)
  if #parts == 0 then parts[1] = "the others share no key" end
  local of = seen.rows < rows and ("in %s looked at"):format(counted(seen.rows, "row"))
    or "in all rows"
  return of .. ", " .. table.concat(parts, "; ")
end

--- Returns what a report says about the pairs that were not compared: its lines, and the same for
--- programs; no lines where all were. `pairing`: from lib.linking.blocking; `compared`: how many
--- pairs were.
function left_out.lines(file, pairing, compared, within)
  local rows = file:count("left")
  local total = within and rows * (rows - 1) // 2 or rows * file:count("right")
  if compared >= total then return {}, { left_out = 0 } end
  -- Where no key is needed, only --most cuts.
  local seen = not pairing.is_whole and looked_at(file, pairing.search, within) or nil
  return {
    { "pairs left out", total - compared },
    { "of these", seen and words_of(seen, pairing.search, rows)
      or ("each row is compared with the %d nearest"):format(pairing.search.most) },
  }, { left_out = total - compared, looked_at = seen }
end

--- Returns why two rows were not compared.
function left_out.reason(file, row, other, search, within)
  local function place_in(candidates)
    for place, candidate in ipairs(candidates) do
      if candidate.row == other then return place end
    end
  end
  local candidates = all_of(file, row, search.common, within)
  local place = place_in(candidates)
  if place and place > search.most then
    return ("%d others share more (--most %d)"):format(place - 1, search.most)
  end
  if place then return "they share only common words" end
  if place_in(all_of(file, row, widest.common, within)) then
    return ("their keys are of more than %d rows (--common)"):format(search.common)
  end
  return "they share no key"
end

-- The known pairs of some rows that were not compared.
local function lost_of(query, numbers, within)
  local found, lost = {}, {}
  for _, candidate in ipairs(query.candidates) do found[candidate.row] = true end
  local other = query.gold and numbers.last[query.gold]
  while other do
    if not found[other] and not (within and other >= query.row) then lost[#lost + 1] = other end
    other = numbers.before[other]
  end
  return lost
end

--- Names the first of the known pairs that were not compared, with the reason. `numbers`: the rows
--- of the other side by their mark, as lib.linking.loading read them; `count`: how many pairs there
--- are.
function left_out.name_known(file, pairing, numbers, within, count)
  local search, named, after = pairing.search, 0, 0
  local most = math.min(count, most_named)
  local options = { most = search.most, common = search.common, share = search.share,
    before = within }
  while named < most and after < most_searched do
    local queries = file:near(after + 1, 100, options)
    if #queries == 0 then return end
    after = queries[#queries].row
    for _, query in ipairs(queries) do
      for _, other in ipairs(lost_of(query, numbers, within)) do
        named = named + 1
        if named > most then return end
        progress.problem(("row %d with row %d, a known pair, is not compared: %s"):format(
          query.row, other, left_out.reason(file, query.row, other, search, within)))
      end
    end
  end
end

return left_out
