-- The audio files of a folder as the tracks of a playlist.

local failure = require("lib.failure")
local reading = require("programs.tags.lib.reading")
local walking = require("programs.tags.lib.walking")

local folder_tracks = {}

-- Files that are read at once.
local at_once = 4

local function track_of(file, path)
  local record = reading.record(file, path)
  local artists = file.tags.ARTIST
  if not artists or not record.artist then artists = { record.artist } end
  return { title = record.title or path:match("[^/]+$"), artists = artists, album = record.album,
    duration = record.duration, isrc = (file.tags.ISRC or {})[1] }
end

--- The tracks below a folder in the order of their paths, {title, artists, album, duration, isrc,
--- url}, and lines about what was left out. `address(path)` gives the url.
function folder_tracks.read(root, address)
  local files, problems = walking.files(root)
  local read = mix.task.map(files, { limit = at_once }, function(file)
    local path = root .. "/" .. file.path
    local found, err = failure.caught(mix.tags.read, path)
    if not found then return { problem = err.message } end
    local track, where = track_of(found, file.path), address(path)
    if not where then return { problem = path .. ": its name has a line break; left out" } end
    track.url = where
    return track
  end)
  local tracks = mix.json.array({})
  for _, track in ipairs(read) do
    if track.problem then
      problems[#problems + 1] = track.problem
    else
      tracks[#tracks + 1] = track
    end
  end
  return tracks, problems
end

return folder_tracks
