-- Compares two records when values of other columns are in their titles (see lib.moved): parses
-- each title up to every place where it may end, and takes the two readings that agree best.

local spelling = require("rules.lib.spelling")
local memo = require("rules.lib.memo")
local moved = require("rules.lib.moved")
local titles = require("rules.lib.titles")
local tracks = require("rules.lib.tracks")
local likeness = require("rules.lib.likeness")
local text = mix.text

local recovered = {}

local fold_artist = memo(function(raw) return text.fold(spelling.plain(raw)) end, 512)

-- A record's folded credit; nil without one.
local function artist_text(record) return record.raw_artist and fold_artist(record.raw_artist) end

-- The readings of a title up to each cut, the shortest first; parsed once for each record.
local function readings(record, cuts)
  if not record.moved then return { record } end
  local list, found = {}, record.moved
  for index, cut in ipairs(cuts) do
    if not found.parsed[cut] then found.parsed[cut] = titles.parse(found.text:sub(1, cut - 2)) end
    list[index] = found.parsed[cut]
  end
  return list
end

local function cuts_of(record, other, rest, heads)
  if not record.moved then return {} end
  local makers = {}
  if not record.artist and other.artist then
    makers = { artist_text(other), table.unpack(other.artist.people) }
  end
  return moved.cuts(record.moved, makers, not record.album and other.album or nil, rest, heads)
end

local function heads_of(record, cuts)
  if not record.moved then return { text.fold(record.reading.bare) } end
  local heads = {}
  for index, cut in ipairs(cuts) do heads[index] = record.moved.text:sub(1, cut - 2) end
  return heads
end

local function rest_of(record, cuts)
  return record.moved and moved.rest(record.moved, cuts) or ""
end

-- The artist of a record without one: the other's, if the title contains it.
local function artist_of(record, other)
  if record.artist or not other.artist or not record.moved then return record.artist end
  for _, name in ipairs(other.artist.people) do
    if moved.holds(record.moved, name) then return other.artist end
  end
  return moved.holds(record.moved, artist_text(other)) and other.artist or nil
end

-- The album of a record without one: the other's, if the title contains it.
local function album_of(record, other)
  if record.album or not other.album or not record.moved then return record.album end
  return moved.holds(record.moved, other.album) and other.album or nil
end

-- The name of the album that follows both titles; nil when there is none.
local function shared_album(q, c, cut)
  if q.album or c.album or not (q.moved and c.moved and cut) then return nil end
  local words = moved.album_behind(q.moved, cut, artist_text(q) or artist_text(c))
  return words and moved.holds(c.moved, words) and words or nil
end

local function view(record, other, reading)
  local artist = artist_of(record, other)
  local form = tracks.form(reading, artist, record.album_tags)
  -- A version that follows the title's end still belongs to this recording.
  form.strong = tracks.union(form.strong, record.tags)
  form.album, form.seconds, form.day = album_of(record, other), record.seconds, record.day
  return form
end

-- Describes the cut part of a title; nil when nothing was cut.
local function loss(record, cuts, index)
  if not record.moved or cuts[index] > #record.moved.text then return nil end
  local rest = record.moved.text:sub(cuts[index])
  return ("read up to “%s”"):format(utf8.len(rest) and #rest > 40 and moved.short(rest) or rest)
end

--- Returns the two records in their best readings, and where titles were cut; nil when none was.
function recovered.views(q, c)
  local ours, theirs = cuts_of(q, c, "", {}), cuts_of(c, q, "", {})
  local our_rest, their_rest = rest_of(q, ours), rest_of(c, theirs)
  local our_heads, their_heads = heads_of(q, ours), heads_of(c, theirs)
  ours, theirs = cuts_of(q, c, their_rest, their_heads), cuts_of(c, q, our_rest, our_heads)
  local best, a, b = -1, 1, 1
  local our_readings, their_readings = readings(q, ours), readings(c, theirs)
  for i, mine in ipairs(our_readings) do
    for j, yours in ipairs(their_readings) do
      local value = likeness.titles(mine, yours)
      if value > best then best, a, b = value, i, j end
    end
  end
  local one, other = view(q, c, our_readings[a]), view(c, q, their_readings[b])
  local album = shared_album(q, c, ours[a]) or shared_album(c, q, theirs[b])
  one.album, other.album = one.album or album, other.album or album
  local lost, also = loss(q, ours, a), loss(c, theirs, b)
  return one, other, lost and also and lost .. ", " .. also or lost or also
end

return recovered
