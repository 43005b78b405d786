-- Tracks of which ListenBrainz knows the recording's identifier alone: MusicBrainz is asked for
-- title and artist.

local musicbrainz = require("services.musicbrainz.provider")
local failure = require("lib.failure")
local first_answer = require("lib.first_answer")
local refusals = require("lib.refusals")

local bare_tracks = {}

local function fill(track, recording)
  track.title, track.artist = track.title or recording.title, recording.artist
  track.artists = mix.json.array({ recording.artist })
  track.album, track.duration = track.album or recording.album, track.duration or recording.duration
end

-- Asks for one recording. Returns {is_known}; nil and the error.
local function look_up(service, track)
  local found, err = service:lookup({ track.id }, { kind = "track" })
  if not found then return nil, err end
  if found[1] then fill(track, found[1]) end
  return { is_known = found[1] ~= nil }
end

-- The words on tracks that stay without title and artist; nil when there are none.
local function words(total, unknown, refused, stopped)
  local parts = { refusals.line(refused, total) }
  if unknown > 0 then
    parts[#parts + 1] = ("%d of %d recordings are unknown at MusicBrainz"):format(unknown, total)
  end
  if stopped then parts[#parts + 1] = stopped.message end
  if #parts == 0 then return nil end
  return table.concat(parts, "; ") .. "; tracks without a title are written by their address"
end

--- Completes the tracks that have an identifier alone. Returns words on those that stay so, which
--- keep their address; nil when all are complete.
function bare_tracks.complete(tracks)
  local bare, unknown, refused, stopped = {}, 0, {}, nil
  for _, track in ipairs(tracks) do
    if track.id and not (track.title and track.artist) then bare[#bare + 1] = track end
  end
  local service = #bare > 0 and musicbrainz.open()
  local gate = first_answer.open()
  for _, track in ipairs(bare) do
    local answer, err = gate:call(function() return look_up(service, track) end, failure.is_network)
    if answer then
      unknown = unknown + (answer.is_known and 0 or 1)
    elseif gate.down or failure.is_for_all(err) then
      stopped = err
      break
    else
      refused[#refused + 1] = err
    end
  end
  for _, track in ipairs(tracks) do track.title = track.title or "" end
  return words(#bare, unknown, refused, stopped)
end

return bare_tracks
