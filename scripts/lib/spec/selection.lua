-- Which tests run, and in which order. Options: `filter`, `exclude` (lists of Lua patterns on full
-- names), `tags`, `exclude_tags` (lists of words that stand in names as #word), `seed` (shuffles).

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

--- A function that says whether a test of a full name runs.
function selection.new(options)
  local filter, exclude = options.filter or {}, options.exclude or {}
  local tags, exclude_tags = options.tags or {}, options.exclude_tags or {}
  return function(name)
    return (#filter == 0 or has_any(name, filter)) and not has_any(name, exclude)
      and (#tags == 0 or has_tag(name, tags)) and not has_tag(name, exclude_tags)
  end
end

-- The seed that mixes a block, or nil. A block that asks for it is mixed in runs that mix nothing,
-- too, but the same way each time: a run without a seed tells none, so it could not be repeated.
local function seed_of(block, options)
  if block.is_mixed == nil then return options.seed end
  if block.is_mixed then return block.seed or options.seed or 0 end
end

--- Mixes what is in a block where the options or the block say so: the same seed, the same order.
-- It draws numbers of its own (Lehmer's generator), so that those of the tests stay the same.
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
