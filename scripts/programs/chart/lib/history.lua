-- The lists that sources had, kept between runs: what moved, what is new, what is gone.

local notices = require("lib.notices")
local song_keys = require("programs.chart.lib.song_keys")

local history = {}

-- The newest list for other programs, such as the screen on which rules are tried.
local shared = { namespace = "chart_lists" }

-- How many lists of a source are kept, and how many entries of each.
local most_lists, most_entries = 30, 1000

local function key_of(entry) return song_keys.key(entry, song_keys.default_country) end

-- A source's name among the records; addresses may be longer than keys are.
local function origin_of(chart) return mix.crypto.sha256(chart.origin) end

--- Returns the entries without what a catalogue knows of them.
function history.plain(entries)
  local list = mix.json.array({})
  for index = 1, math.min(#entries, most_entries) do
    local entry = entries[index]
    list[index] = { rank = entry.rank, title = entry.title, artist = entry.artist }
  end
  return list
end

local function is_same(one, other)
  if #one ~= #other then return false end
  for index, entry in ipairs(one) do
    local twin = other[index]
    if entry.rank ~= twin.rank or key_of(entry) ~= key_of(twin) then return false end
  end
  return true
end

local function first_of(entries)
  for _, entry in ipairs(entries) do
    if entry.rank == 1 then return entry end
  end
end

-- Posts a new number one. Of a list that is compared again, the event has the same key.
local function tell(origin, before, entries)
  local old, new = first_of(before.entries), first_of(entries)
  if not (old and new) or key_of(old) == key_of(new) then return end
  notices.post(notices.open(), { kind = "chart", key = ("%s %.3f"):format(origin, before.time),
    title = ("%s by %s"):format(new.title, new.artist),
    text = ("before: %s by %s"):format(old.title, old.artist) })
end

-- Takes over a list as the newest one of all.
local function put(lists, list)
  mix.cache.set("newest", { entries = list.entries, time = list.time, source = list.source },
    shared)
  lists:put(list)
end

-- Keeps a list; where it is what the source had last, only the time at which it came again. Returns
-- the one before it; nil without one.
local function keep(chart)
  local lists = mix.store.open("chart.lists")
  local origin, entries = origin_of(chart), history.plain(chart.entries)
  local before = lists:find({ origin = origin, order = "time", descending = true, limit = 2 })
  local last = before[1]
  if last and is_same(last.entries, entries) then
    if chart.time > last.time then
      last.time = chart.time
      put(lists, last)
    end
    return before[2]
  end
  if last then tell(origin, last, entries) end
  put(lists, {
    id = ("%s %.3f"):format(origin, chart.time), origin = origin, address = chart.origin,
    source = chart.source, time = chart.time, entries = entries,
  })
  local excess = lists:count({ origin = origin }) - most_lists
  if excess > 0 then
    for _, old in ipairs(lists:find({ origin = origin, order = "time", limit = excess })) do
      lists:delete(old.id)
    end
  end
  return last
end

-- The best rank of each song.
local function ranks_of(entries)
  local ranks = {}
  for _, entry in ipairs(entries) do
    local key = key_of(entry)
    ranks[key] = math.min(ranks[key] or entry.rank, entry.rank)
  end
  return ranks
end

--- Sets, against the list that the chart's source had before, each entry's `previous_rank`, `moved`
-- (places up, below zero: down) and `new`, and the chart's `compared_at` and `left` (what is on the
-- list no more). Sets nothing the first time. A data file that cannot be used costs the comparison,
-- never the chart.
function history.compare(chart)
  local ok, before = pcall(keep, chart)
  if not ok or not before then return end
  local ranks, now = ranks_of(before.entries), ranks_of(chart.entries)
  for _, entry in ipairs(chart.entries) do
    local previous = ranks[key_of(entry)]
    entry.previous_rank, entry.new = previous, previous == nil
    entry.moved = previous and previous - entry.rank
  end
  chart.compared_at, chart.left = before.time, {}
  for _, entry in ipairs(before.entries) do
    if not now[key_of(entry)] then table.insert(chart.left, entry) end
  end
end

--- As `compare`, for a list that is kept already.
function history.compare_kept(list)
  list.origin = list.address
  if list.origin then history.compare(list) end
end

-- The ranks read last, by their source and newest list.
local kept_ranks = {}

--- The ranks of songs on the lists that the source of a chart had: {times, of(entry)}, where `of`
--- returns a rank for each list, false where the song was not on it; false with fewer than two
--- lists.
function history.over_time(chart)
  local address = chart and (chart.origin or chart.address)
  if not address or not mix.host.data_file().exists then return false end
  local key = ("%s %.3f"):format(address, chart.time)
  if kept_ranks.key ~= key then
    local ok, lists = pcall(function()
      return mix.store.open("chart.lists"):find({ origin = origin_of({ origin = address }),
        order = "time" })
    end)
    local times, ranks = {}, {}
    for place, list in ipairs(ok and lists or {}) do
      times[place], ranks[place] = list.time, ranks_of(list.entries)
    end
    kept_ranks = { key = key, found = #times > 1 and { times = times, of = function(entry)
      local mark, found = key_of(entry), {}
      for place, list in ipairs(ranks) do found[place] = list[mark] or false end
      return found
    end } }
  end
  return kept_ranks.found
end

--- The newest list of an address, of any source without one: {entries, time, source}; nil where
--- none is kept.
function history.newest(address)
  local ok, found = pcall(function()
    -- Without a data file there is no list, and asking would make one.
    if not mix.host.data_file().exists then return {} end
    return mix.store.open("chart.lists"):find({
      origin = address and origin_of({ origin = address }), order = "time", descending = true,
      limit = 1,
    })
  end)
  return ok and found[1] or nil
end

--- The newest list as another program sees it: {entries, time, source}; nil without one.
function history.shared()
  local list = mix.cache.get("newest", shared)
  return type(list) == "table" and type(list.entries) == "table" and list or nil
end

return history
