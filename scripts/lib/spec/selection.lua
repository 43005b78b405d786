-- Selects and orders tests. Options: `filter`, `exclude` (lists of Lua patterns for full names),
-- `tags`, `exclude_tags` (lists of words that names contain as #word), `seed` (shuffles).

local selection = {}

local function has_any(name, patterns)
  for _, pattern in ipairs(patterns) do
    if name:find(pattern) then return true end
  end
  return false
end

local function has_tag(name, tags)
  for _, tag in ipairs(tags) do
    for word in name:gmatch("#([%w_%-]+)") do
      if word == tag then return true end
    end
  end
  return false
end

--- Returns a function that tells whether a test with a full name runs.
function selection.new(options)
  local filter, exclude = options.filter or {}, options.exclude or {}
  local tags, exclude_tags = options.tags or {}, options.exclude_tags or {}
  return function(name)
    return (#filter == 0 or has_any(name, filter)) and not has_any(name, exclude)
      and (#tags == 0 or has_tag(name, tags)) and not has_tag(name, exclude_tags)
  end
end

-- The seed that shuffles a block, or nil. A block that asks for it is shuffled in other runs as
-- well, but always the same way: a run without a seed shows none, so it could not be repeated.
local function seed_of(block, options)
  if block.is_mixed == nil then return options.seed end
  if block.is_mixed then return block.seed or options.seed or 0 end
end

--- Shuffles a block's children where the options or the block ask for it: the same seed gives the
--- same order. It uses its own generator (Lehmer's), so that the numbers of the tests stay the
--- same.
function selection.shuffle(block, options)
  local list, seed = block.children, seed_of(block, options)
  if not seed then return end
  local state = seed % 2147483646 + 1
  for index = #list, 2, -1 do
    state = state * 48271 % 2147483647
    local other = state % index + 1
    list[index], list[other] = list[other], list[index]
  end
end

return selection
