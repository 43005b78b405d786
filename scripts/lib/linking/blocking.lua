-- Chooses which pairs of rows are compared: all of them in small tables, else those of rows that
-- share blocking keys.

local blocking = {}

--- The most pairs that are compared without blocking, unless --block says otherwise. As many are
--- compared in larger tables, too, before keys are looked at more narrowly.
blocking.most_pairs = 100000

-- The most rows with which link.file compares one, and the most rows that a key may have there.
local most_of_row, most_of_key = 1000, 100000
-- With keys alone: the rows that weigh most, and the most rows of a key that says something.
local usual_most, usual_common = 10, 200
-- In one table a row may have several twins, of which the nearest shares nearly all keys; others
-- that weigh this part of it are compared, too.
local share_of_one_table = 0.2
-- Where more rows of each are compared, keys of more rows say something as well.
local wide_common = 1000
-- The key of every row.
local shared = "*"

local words = { all = true, none = true }

--- Returns the name of the blocking rules that --block names, nil for those of the rules.
function blocking.name(choice) return not words[choice] and choice or nil end

-- The rows of an opened table, counted in pieces: `step` reads the next one.
local function counter(opened)
  local counted = { rows = 0 }
  function counted.step()
    local rows = opened.next()
    counted.rows, counted.is_read = counted.rows + #(rows or {}), rows == nil
  end
  return counted
end

local function pairs_of(left, right)
  return right and left.rows * right.rows or left.rows * (left.rows - 1) // 2
end

-- Reads tables until they are known to have many pairs. Returns whether they have few.
local function is_small(left, right)
  repeat
    -- The shorter one first: a few rows of both tell already.
    local next_one = left.is_read and right
      or right and not right.is_read and right.rows < left.rows and right or left
    next_one.step()
    if pairs_of(left, right) > blocking.most_pairs then return false end
  until left.is_read and (not right or right.is_read)
  return true
end

-- How many rows each of the left table may be compared with, so that all together are few.
local function most_of(left)
  while not left.is_read and left.rows * usual_most < blocking.most_pairs do left.step() end
  return math.min(most_of_row, blocking.most_pairs // math.max(1, left.rows))
end

local Pairing = {}
Pairing.__index = Pairing

--- Adds rows with the keys of the rules to a side of the file of a run. Where all pairs are
--- compared each row has one key more, so that rows with other keys in common come first. Returns
--- the rows on which the rules raised, {row, message}, which have no other key; nil and an error
--- when the rows cannot be kept.
function Pairing:add(file, side, records, gold)
  return file:add_keyed(side, records, self.rules, gold,
    { jobs = self.jobs, shared = self.is_whole and shared or nil })
end

-- The options of link.file:compare for tables whose rows are compared by keys.
local function by_keys(most, within)
  if most <= usual_most then
    return { most = usual_most, common = usual_common,
      share = within and share_of_one_table or nil }
  end
  return { most = most, common = wide_common, share = 0 }
end

--- Returns how the rows of two opened tables (`right` nil: of one) are brought together: {is_whole,
--- search, jobs}, where `search` has the options of link.file:compare. `rules`: those of blocking;
--- `args`: the options block, most, common and jobs. Reads the tables. Without them rows are
--- compared as those of very large ones, of one where `args.within` says so.
function blocking.of(rules, args, left, right)
  left, right = left and counter(left), right and counter(right)
  local within = args.within or left and not right
  local is_few = left and is_small(left, right)
  local is_whole = words[args.block] or not args.block and is_few
  local search = is_whole and { most = most_of_row, common = most_of_key, share = 0 }
    or by_keys(left and most_of(left) or usual_most, within)
  if args.most then search.most, search.share = args.most, is_whole and 0 or nil end
  search.common = args.common or search.common
  return setmetatable({ rules = rules, is_whole = is_whole or false, search = search,
    jobs = args.jobs }, Pairing)
end

return blocking
