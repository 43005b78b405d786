-- How rules for trailers order videos. Sources/Bindings/Rules/Trailers declares the form of their
-- files and hands over `host`; mix.rules.load("trailers/…"):rank asks this.

local host = ...

local kind = {}

-- True is before false, numbers are before texts.
local ranks = { boolean = 0, number = 1, string = 2 }

local function is_before(one, other)
  if type(one) ~= type(other) then return ranks[type(one)] < ranks[type(other)] end
  if type(one) == "boolean" then return one end
  return one < other
end

-- The first criterion by which two videos differ, and whether the first of them is before; nil when
-- they are equal.
local function lead(order, first, second)
  for place, criterion in ipairs(order) do
    local one, other = first.keys[place], second.keys[place]
    if one ~= other then
      -- Missing values come last either way.
      if one == nil or other == nil then return criterion, other == nil end
      if criterion.descending then one, other = other, one end
      return criterion, is_before(one, other)
    end
  end
end

local function key(criterion, video, wish)
  local found = host.ask(criterion.key, video, wish)
  if found ~= found then
    host.wrong(criterion.key, "returned float, a number, a text, a boolean or nil expected")
  end
  return found
end

--- The usable videos, the best first; equal ones keep their order.
function kind.rank(rules, videos, wish)
  local found = {}
  for index, video in ipairs(videos) do
    local is_usable = type(video) == "table"
      and (not rules.usable or host.ask(rules.usable, video, wish))
    if is_usable then
      local keys = {}
      for place, criterion in ipairs(rules.order) do keys[place] = key(criterion, video, wish) end
      found[#found + 1] = { video = video, index = index, keys = keys }
    end
  end
  table.sort(found, function(first, second)
    local criterion, is_first = lead(rules.order, first, second)
    if criterion then return is_first end
    return first.index < second.index
  end)
  local ranked = mix.json.array({})
  for place, entry in ipairs(found) do
    local criterion = found[place + 1] and lead(rules.order, entry, found[place + 1])
    ranked[place] = { video = entry.video, index = entry.index,
      decided_by = criterion and criterion.name or nil }
  end
  return ranked
end

--- Ranks a full video, one of the old form and an empty one, with and without wishes.
kind["try"] = function(rules)
  local old = {
    id = "5cf81bfb", key = "abc", name = "Official Trailer", site = "YouTube", size = 1080,
    type = "Trailer", iso_639_1 = "en", iso_3166_1 = "US",
  }
  local new = { official = true, published_at = "2024-01-23T16:00:19.000Z" }
  for name, value in pairs(old) do new[name] = value end
  for _, wish in ipairs({ {}, { language = "de", original_language = "en" } }) do
    kind.rank(rules, { new, old, { site = "YouTube" }, {} }, wish)
  end
end

return kind
