-- The audio files of a folder as the tracks of a playlist.

local failure = require("lib.failure")
local path_parts = require("lib.path_parts")
local reading = require("programs.tags.lib.reading")
local terminal_text = require("lib.terminal_text")
local walking = require("programs.tags.lib.walking")

local folder_tracks = {}

-- Files that are read at once.
local at_once = 4

--- The way from a folder to a file, both from the root on.
function folder_tracks.relative(folder, path)
  local from, to, common = path_parts(folder), path_parts(path), 0
  while common < #from and common < #to - 1 and from[common + 1] == to[common + 1] do
    common = common + 1
  end
  return ("../"):rep(#from - common) .. table.concat(to, "/", common + 1)
end

-- Letters that a path of an address may have as they are (RFC 3986, section 3.3), but the colon,
-- which would end a scheme.
local function encoded(path)
  return (path:gsub("[^%w%-._~/!$&'()*+,;=@]", function(byte)
    return ("%%%02X"):format(byte:byte())
  end))
end

--- How a playlist names its files: paths and addresses, from its own folder or from the root. Gives
--- a function that takes a file's absolute path and returns how the playlist names it, or nil
--- where a line cannot hold the name. Options: playlist (the list's absolute path), is_absolute,
--- is_uri (percent-encoded).
function folder_tracks.addresses(options)
  local folder = options.playlist:match("^(.*)/")
  return function(path)
    local place = options.is_absolute and path or folder_tracks.relative(folder, path)
    if options.is_uri then return (options.is_absolute and "file://" or "") .. encoded(place) end
    if place:find("[\r\n]") then return nil end
    -- It would be a remark.
    return (place:gsub("^#", "./#"))
  end
end

local function track_of(file, path)
  local record = reading.record(file, path)
  local artists = file.tags.ARTIST
  if not artists or not record.artist then artists = { record.artist } end
  return { title = record.title or path:match("[^/]+$"), artists = artists, album = record.album,
    duration = record.duration, isrc = (file.tags.ISRC or {})[1] }
end

--- The tracks below a folder in the order of their paths, {title, artists, album, duration, isrc,
--- url}, and lines about what was left out. `address(path)` gives the url; `follow`: see
--- walking.files.
function folder_tracks.read(root, address, follow)
  local files, problems = walking.files(root, follow)
  local read = mix.task.map(files, { limit = at_once }, function(file)
    local path = root .. "/" .. file.path
    local found, err = failure.caught(mix.tags.read, path)
    if not found then return { problem = err.message } end
    local track, where = track_of(found, file.path), address(path)
    if not where then
      return { problem = terminal_text.line(path) .. ": its name has a line break; left out" }
    end
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
