-- Chooses which pairs of rows are compared: all of them in small tables, else those of rows that
-- share blocking keys.

local blocking = {}

--- The most pairs that are compared without blocking, unless --block says otherwise.
blocking.most_pairs = 100000

-- The most rows with which link.file compares one, and the most rows that a key may have there.
local most_of_row, most_of_key = 1000, 100000
-- With keys alone: the rows that weigh most, and the most rows of a key that says something.
local usual_most, usual_common = 10, 200
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

-- Whether tables have few pairs. A large table is read only as far as that takes.
local function is_small(left, right)
  local one, other = counter(left), right and counter(right)
  repeat
    -- The shorter one first: a few rows of both tell already.
    local next_one = one.is_read and other
      or other and not other.is_read and other.rows < one.rows and other or one
    next_one.step()
    if pairs_of(one, other) > blocking.most_pairs then return false end
  until one.is_read and (not other or other.is_read)
  return true
end

local Pairing = {}
Pairing.__index = Pairing

--- Returns the keys of a row, one on each line; raises where the rules do. Where all pairs are
--- compared each row has one key more, so that rows with other keys in common come first.
function Pairing:keys(record)
  local keys = self.rules:keys(record)
  keys[#keys + 1] = self:keys_without_rules()
  return table.concat(keys, "\n")
end

--- Returns the keys of a row whose rules failed; nil for none.
function Pairing:keys_without_rules() return self.is_whole and shared or nil end

--- Returns how the rows of two opened tables (`right` nil: of one) are brought together: {is_whole,
--- search, keys}, where `search` has the options of link.file:compare. `rules`: those of blocking;
--- `args`: the options block, most and common. Reads the tables.
function blocking.of(rules, args, left, right)
  local is_whole = words[args.block] or not args.block and is_small(left, right)
  return setmetatable({
    rules = rules, is_whole = is_whole,
    search = {
      most = args.most or is_whole and most_of_row or usual_most,
      common = args.common or is_whole and most_of_key or usual_common,
      share = is_whole and 0 or nil,
    },
  }, Pairing)
end

return blocking
