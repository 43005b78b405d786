-- The order in which the desktop playlist builder spreads artists: the artist with the most tracks
-- left comes first, chance decides among equals. Its check for neighbours mostly has no effect,
-- because the artist that was put back again has the most tracks left; that behaviour is kept.

local random = mix.random

-- Orders entries: by count, then by the random number, then by the name.
local function before(a, b)
  if a.count ~= b.count then return a.count < b.count end
  if a.number ~= b.number then return a.number < b.number end
  return a.artist < b.artist
end

-- A binary heap; the first entry is at place 1.
local function push(heap, entry)
  local place = #heap + 1
  while place > 1 and before(entry, heap[place // 2]) do
    heap[place] = heap[place // 2]
    place = place // 2
  end
  heap[place] = entry
end

local function pop(heap)
  local first, last = heap[1], table.remove(heap)
  local count, place = #heap, 1
  if count == 0 then return first end
  while place * 2 <= count do
    local child = place * 2
    if child < count and before(heap[child + 1], heap[child]) then child = child + 1 end
    if not before(heap[child], last) then break end
    heap[place] = heap[child]
    place = child
  end
  heap[place] = last
  return first
end

-- Groups tracks by their first artist, and lists the artists in the order of appearance.
local function buckets_of(tracks)
  local buckets, order = {}, {}
  for _, track in ipairs(tracks) do
    local artist = track.artists[1] or ""
    if not buckets[artist] then
      buckets[artist] = {}
      order[#order + 1] = artist
    end
    table.insert(buckets[artist], track)
  end
  return buckets, order
end

--- Returns the tracks in a new order that depends only on the seed.
return function(tracks, seed)
  if #tracks <= 1 then return table.move(tracks, 1, #tracks, 1, {}) end
  local r = random.new(seed)
  local buckets, order = buckets_of(tracks)
  for _, artist in ipairs(order) do r:shuffle(buckets[artist]) end
  local heap, result, previous = {}, {}, nil
  for _, artist in ipairs(order) do
    push(heap, { count = -#buckets[artist], number = r:random(), artist = artist })
  end
  while #heap > 0 do
    local entry = pop(heap)
    if entry.artist == previous and #heap > 0 then
      push(heap, { count = entry.count, number = r:random(), artist = entry.artist })
      entry = pop(heap)
    end
    local bucket = buckets[entry.artist]
    result[#result + 1] = table.remove(bucket)
    previous = entry.artist
    if #bucket > 0 then
      push(heap, { count = -#bucket, number = r:random(), artist = entry.artist })
    end
  end
  return result
end
