-- Chooses the release that a recording of MusicBrainz is shown on. Its releases come in no useful
-- order: one in six of those with several begins with a compilation or a bootleg.

local json_values = require("lib.json_values")

local text_of, object_of, list_of = json_values.text, json_values.object, json_values.list
local date_of = json_values.date

local releases = {}

local statuses = { Official = 1, Promotion = 3, ["Pseudo-Release"] = 4 }
-- A release without a status is usually an official one; bootlegs, withdrawn ones and the like come
-- last.
local no_status, other_status = 2, 5

-- Secondary types of albums that repeat or vary songs, with what the recording's words call them.
local repeating = {
  Compilation = "compilation", Live = "live", Remix = "remix", ["DJ-mix"] = "dj%-?mix",
  Demo = "demo", ["Mixtape/Street"] = "mixtape", Interview = "interview",
}
local sizes = { Album = 1, EP = 2, Single = 3 }

--- Returns the albums and EPs among release groups that have a whole day: {id, title, kind ("album"
--- or "EP"), date}. Those that repeat songs are left out.
function releases.albums(groups)
  local found = {}
  for _, group in ipairs(list_of(groups)) do
    group = object_of(group)
    local id, title, date = text_of(group.id), text_of(group.title),
      json_values.day(group["first-release-date"])
    local kind = group["primary-type"]
    local is_one = (kind == "Album" or kind == "EP") and id and title and date
    for _, secondary in ipairs(list_of(group["secondary-types"])) do
      is_one = is_one and not repeating[secondary]
    end
    if is_one then
      found[#found + 1] = { id = id, title = title, date = date,
        kind = kind == "EP" and kind or "album" }
    end
  end
  return found
end

--- Returns the tracks of a release: as it says, or those of its media.
function releases.track_count(release)
  local count = math.tointeger(release["track-count"])
  if not count then
    count = 0
    for _, medium in ipairs(list_of(release.media)) do
      local tracks = object_of(medium)["track-count"]
      count = count + (math.tointeger(tracks) or 0)
    end
  end
  return count > 0 and count or nil
end

--- Returns the kinds of a release's media, each once: CD, DVD; nil where it does not say.
function releases.format(release)
  local found = json_values.distinct(release.media, function(medium)
    return text_of(object_of(medium).format)
  end)
  return found[1] and table.concat(found, ", ") or nil
end

local function is_by_various(release)
  local credit = object_of(list_of(release["artist-credit"])[1])
  return text_of(credit.name) == "Various Artists"
end

-- Whether a release repeats songs of others, in a way that `wanted` (words, lower-case) does not
-- ask for.
local function repeats(release, wanted)
  local group = object_of(release["release-group"])
  for _, kind in ipairs(list_of(group["secondary-types"])) do
    local word = repeating[kind]
    if word and not wanted:find("%f[%w]" .. word) then return true end
  end
  return is_by_various(release)
end

-- Partial dates come after the days of the same year or month, releases without one last.
local function order_of(date)
  if not date then return "~" end
  return #date == 10 and date or date .. "~"
end

local function measured(release, place, wanted, album)
  local group = object_of(release["release-group"])
  local status = text_of(release.status)
  local title = text_of(release.title)
  return {
    title and album and mix.text.fold(title) == album and 0 or 1,
    not status and no_status or statuses[status] or other_status,
    repeats(release, wanted) and 1 or 0,
    order_of(date_of(release.date)),
    sizes[group["primary-type"]] or 4, -(releases.track_count(release) or 0),
    place,
  }
end

local function is_before(a, b)
  for index, value in ipairs(a) do
    if value ~= b[index] then return value < b[index] end
  end
  return false
end

--- Returns the release of a recording that its album is taken from: the one that is called `album`;
--- else an official one that repeats no songs, the earliest. A live recording is wanted on a live
--- album. An empty table when there is none.
function releases.chosen(recording, album)
  local wanted = table.concat({
    text_of(recording.title) or "", text_of(recording.disambiguation) or "",
  }, " "):lower()
  album = album and mix.text.fold(album)
  local best, first = {}, nil
  for place, release in ipairs(list_of(recording.releases)) do
    release = object_of(release)
    local rank = measured(release, place, wanted, album)
    if text_of(release.title) and (not first or is_before(rank, first)) then
      best, first = release, rank
    end
  end
  return best
end

-- Media and titles of tracks that a copy in files often lacks.
local function is_often_left_out(recording, medium, title)
  local format = text_of(medium.format) or ""
  return recording.video == true or title == "[silence]" or title == "[data track]"
    or format:find("DVD", 1, true) and not format:find("Audio", 1, true)
    or format:find("^VHS") or format:find("Video", 1, true)
end

local function track_of(raw, medium, place, read)
  local recording = object_of(raw.recording)
  local title = text_of(raw.title) or text_of(recording.title)
  local id = text_of(recording.id)
  local credit = read.credit(raw["artist-credit"]) or read.credit(recording["artist-credit"])
  return id and title and credit and {
    id = id, track_id = text_of(raw.id), title = title, artist = credit,
    duration = json_values.seconds(raw.length, 1000)
      or json_values.seconds(recording.length, 1000), isrc = read.code(recording.isrcs),
    track_number = math.tointeger(raw.position) or place,
    disambiguation = text_of(recording.disambiguation),
    track_count = #list_of(medium.tracks),
    is_video = recording.video == true or nil,
    is_optional = is_often_left_out(recording, medium, title) and true or nil,
  } or nil
end

-- The tracks beside those of a medium: number 0, before the first one, and data.
local function further_tracks(medium, read)
  local found, count = {}, #list_of(medium.tracks)
  local list = table.move(list_of(medium["data-tracks"]), 1, #list_of(medium["data-tracks"]), 1, {})
  list[#list + 1] = medium.pregap
  for place, raw in ipairs(list) do
    local track = track_of(object_of(raw), medium, count + place, read)
    if track then track.is_optional, found[#found + 1] = true, track end
  end
  return found
end

--- Returns the tracks of a release in their order, behind them those before the first track of a
--- medium and those of data; nil where the answer has none. Those that a copy often lacks have
--- `is_optional`. `credit` and `code` read an artist credit and a list of codes.
function releases.tracks(release, credit, code)
  local found, behind, read = {}, {}, { credit = credit, code = code }
  for disc, medium in ipairs(list_of(release.media)) do
    medium = object_of(medium)
    for place, raw in ipairs(list_of(medium.tracks)) do
      local track = track_of(object_of(raw), medium, place, read)
      if track then
        track.disc_number = math.tointeger(medium.position) or disc
        found[#found + 1] = track
      end
    end
    for _, track in ipairs(further_tracks(medium, read)) do
      track.disc_number, behind[#behind + 1] = math.tointeger(medium.position) or disc, track
    end
  end
  table.move(behind, 1, #behind, #found + 1, found)
  return #found > 0 and found or nil
end

--- Returns where a recording is on its release: medium and track; nil where the release does not
--- say.
function releases.place(release)
  local medium = object_of(list_of(release.media)[1])
  local track = object_of(list_of(medium.track or medium.tracks)[1])
  local number, before = text_of(track.number), math.tointeger(medium["track-offset"])
  local disc, place = math.tointeger(medium.position), math.tointeger(track.position)
    or number and math.tointeger(tonumber(number))
    -- Sides of records have letters: B2.
    or number and before and before + 1
  return disc and disc > 0 and disc or nil, place and place > 0 and place or nil
end

return releases
