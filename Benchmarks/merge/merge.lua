-- Merges the sources of a file, as `lua5.4 merge.lua pure FILE` by a heap in Lua, and in mixhost by
-- `keys` or by `comparison`; items a second and a checksum, as JSON.

local way, path = ...
local clock = os.clock

local function read(name)
  if rawget(_G, "mix") then return assert(mix.fs.read(name)) end
  local file = assert(io.open(name, "rb"))
  local data = file:read("a")
  file:close()
  return data
end

local function sources_of(text)
  local count, offset = string.unpack("<i8", text)
  local sources = {}
  for i = 1, count do
    local length
    length, offset = string.unpack("<i8", text, offset)
    local items = {}
    for j = 1, length do
      local rating, popularity, type, id
      rating, popularity, type, id, offset = string.unpack("<dddd", text, offset)
      items[j] = { rating = rating, popularity = popularity, type = type, id = id }
    end
    sources[i] = items
  end
  return sources
end

local function before(a, b)
  if a.rating ~= b.rating then return a.rating > b.rating end
  if a.popularity ~= b.popularity then return a.popularity > b.popularity end
  if a.type ~= b.type then return a.type < b.type end
  return a.id < b.id
end

-- A binary heap of {source, position, item}, as one writes it in Lua.
local function pure(sources)
  local heap, merged = {}, {}
  local function precedes(a, b)
    if before(a.item, b.item) then return true end
    if before(b.item, a.item) then return false end
    return a.source < b.source
  end
  local function down(i)
    local count, entry = #heap, heap[i]
    while true do
      local child = i * 2
      if child > count then break end
      if child < count and precedes(heap[child + 1], heap[child]) then child = child + 1 end
      if not precedes(heap[child], entry) then break end
      heap[i] = heap[child]
      i = child
    end
    heap[i] = entry
  end
  for source, items in ipairs(sources) do
    if items[1] then heap[#heap + 1] = { source = source, position = 1, item = items[1] } end
  end
  for i = #heap // 2, 1, -1 do down(i) end
  while heap[1] do
    local top = heap[1]
    merged[#merged + 1] = top.item
    local items = sources[top.source]
    top.position = top.position + 1
    top.item = items[top.position]
    if not top.item then
      heap[1] = heap[#heap]
      heap[#heap] = nil
    end
    if heap[1] then down(1) end
  end
  return merged
end

local ways = {
  pure = pure,
  keys = function(sources)
    return mix.merge.sorted(sources,
      { by = { "-rating", "-popularity", "type", "id" }, cap = 0 }):take()
  end,
  comparison = function(sources)
    return mix.merge.sorted(sources, { by = before, cap = 0 }):take()
  end,
}

local sources = sources_of(read(path))
local start = clock()
local merged = ways[way](sources)
local seconds = clock() - start
local sum = 0
for _, item in ipairs(merged) do sum = (sum ~ math.tointeger(item.id)) * 0x100000001B3 end
print(('{"rate": %.0f, "sum": "%016x"}'):format(#merged / seconds, sum))
