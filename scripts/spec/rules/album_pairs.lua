-- Labelled pairs made of albums.csv (written from general knowledge: editions, live albums, albums
-- of one name by one artist), as lists of people write what a catalogue of releases holds.

local near_pairs = require("spec.rules.near_pairs")

local rows = mix.csv.parse(require("spec.rules.albums"))

local album_pairs = {}

local function filled(value) return value ~= "" and value or nil end

local function record_of(row)
  return {
    title = row.title, artist = row.artist, date = row.date, label = row.label,
    catalogue_number = filled(row.catalogue_number), track_count = filled(row.track_count),
  }
end

local function queries_of(row)
  local artist = row.artist:match("^The (.+)$") or row.artist
  local list = {
    { title = row.title, artist = row.artist },
    { title = row.title:lower(), artist = artist, date = row.date },
    { title = row.title, artist = artist:upper(), date = tostring(tonumber(row.date) + 1) },
    { title = row.title, artist = row.artist, date = row.date, label = row.label .. " Records" },
    { title = row.title },
  }
  if row.track_count ~= "" then
    list[#list + 1] = { title = row.title, artist = row.artist, track_count = row.track_count }
    list[#list + 1] = { title = row.title, artist = artist, date = row.date,
      track_count = row.track_count }
  end
  if row.catalogue_number ~= "" then
    list[#list + 1] = { title = row.title, artist = artist,
      catalogue_number = row.catalogue_number:gsub("%W", "") }
  end
  return list
end

local function near(one, other)
  return one.artist == other.artist
    or mix.text.token_set_ratio(one.title:lower(), other.title:lower()) >= 0.6
end

--- The pairs: {left, right, label}. Two releases of one album are not the same.
function album_pairs.all()
  local kind = { near = near, queries = queries_of, record = record_of }
  local list = {}
  for _, row in ipairs(rows) do near_pairs.add(list, rows, row, kind) end
  return list
end

return album_pairs
