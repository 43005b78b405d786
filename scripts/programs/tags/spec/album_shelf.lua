-- Made-up releases, the service that knows them, and the files of albums, for specs.

local reading = require("programs.tags.lib.reading")

local shelf = {}

local songs = { "Ebb", "Salt Road", "Winter Signals", "Paper Lanterns", "Copper Orchard",
  "Silent Gardens", "Velvet Thunder", "Hollow Sparrows", "Amber Rain", "Night Ferry" }

local function uuid(kind, number) return ("%08x-0000-4000-8000-%012x"):format(kind, number) end

shelf.uuid = uuid

-- Lengths that tell the songs of an album apart.
local function length(number) return 150 + number * 17 % 140 end

--- A release. `facts`: its fields, and count, first (the number of its first recording), discs,
--- titles (a function of a number), artists (the same), seconds (added to each length).
function shelf.release(number, facts)
  local release = { id = uuid(1, number), title = "Tides", artist = "Ada Lune",
    status = "Official", group = uuid(2, facts.first or number), tracks = {},
    disc_count = facts.discs or 1, artist_ids = { uuid(3, 1) }, first_date = "1999-05-04" }
  for name, value in pairs(facts) do
    if type(value) == "string" then release[name] = value end
  end
  release.track_count = facts.count
  local each = facts.count // release.disc_count
  for place = 1, facts.count do
    local key = (facts.first or number) * 100 + place
    release.tracks[place] = { id = uuid(4, key), track_id = uuid(5, number * 100 + place),
      title = facts.titles and facts.titles(place) or songs[place],
      artist = facts.artists and facts.artists(place) or release.artist,
      duration = length(place) + (facts.seconds or 0), track_number = (place - 1) % each + 1,
      disc_number = (place - 1) // each + 1, track_count = each }
  end
  return release
end

--- A service that knows releases, and counts what it is asked. `merged`: new identifiers by old.
function shelf.service(list, merged)
  local service = { asked = 0 }
  merged = merged or {}
  local function brief(release)
    local copy = {}
    for name, value in pairs(release) do copy[name] = name ~= "tracks" and value or nil end
    return copy
  end
  local function words_in(text, words)
    for word in mix.text.fold(words):gmatch("%w+") do
      if (" " .. mix.text.fold(text) .. " "):find("%f[%w]" .. word .. "%f[%W]") then return true end
    end
    return false
  end
  local function tracks(query)
    local found = {}
    for _, release in ipairs(list) do
      for _, track in ipairs(release.tracks) do
        if track.id == query.id or track.title == query.title then
          found[#found + 1] = { id = track.id, title = track.title, artist = track.artist,
            duration = track.duration, releases = query.releases and { release.id } or nil }
        end
      end
    end
    return found
  end
  function service.search(_, query)
    service.asked = service.asked + 1
    if query.kind ~= "release" then return tracks(query), { cached = false } end
    local found = {}
    for _, release in ipairs(list) do
      local fits = query.barcode and query.barcode == release.barcode or query.title
        and words_in(release.title, query.title)
        and (not query.artist or words_in(release.artist, query.artist))
      if fits then found[#found + 1] = brief(release) end
    end
    return found, { cached = false }
  end
  function service.lookup(_, ids, options)
    service.asked = service.asked + 1
    ids = { merged[ids[1]] or ids[1] }
    if options.kind ~= "release" then
      return tracks({ id = ids[1], releases = options.releases }), { cached = false }
    end
    for _, release in ipairs(list) do
      if release.id == ids[1] then return { release }, { cached = false } end
    end
    return {}, { cached = false }
  end
  return service
end

--- The file of a track as planning reads it. `change(tags, place)` damages its tags or gives its
--- path; false: there is no such file.
function shelf.files(release, change)
  local files = {}
  for place, track in ipairs(release.tracks) do
    local tags = { TITLE = track.title, ARTIST = track.artist, ALBUM = release.title,
      TRACKNUMBER = tostring(track.track_number), seconds = track.duration + 0.4,
      path = ("Music/Shelf/%02d.flac"):format(place) }
    if change(tags, place) ~= false then
      local path, seconds = tags.path, tags.seconds
      tags.path, tags.seconds = nil, nil
      for name, value in pairs(tags) do tags[name] = { value } end
      local record, from = reading.record({ tags = tags, seconds = seconds }, path)
      files[#files + 1] = { path = path, tags = tags, format = "flac", place = place,
        record = record, from = from, facts = reading.facts(tags, path) }
    end
  end
  return files
end

return shelf
