-- The consequences of a verdict on an album for its files: each track with what its release says
-- of itself, and the record of the album in the plan.

local album_likeness = require("programs.tags.lib.album_likeness")

local albums = {}

-- Candidates that are kept beside each other; titles of missing tracks that are kept.
local kept, named = 4, 20
-- The share of numbers above which one that is another track's is a contradiction.
local right_numbers = 0.6
-- Candidates so near to the best one are those that a file's user chooses from.
local rival = 0.1

local of_release = { "id", "group", "label", "catalogue_number", "barcode", "country", "first_date",
  "artist_ids", "disc_count", "status", "type", "release_date", "title", "artist" }

local function is_equal(a, b)
  if type(a) == "table" and type(b) == "table" then return table.concat(a) == table.concat(b) end
  return a == b
end

-- The facts that several releases have in common: nothing in the files says of which one they are.
local function in_common(release, others)
  local said = {}
  for _, field in ipairs(of_release) do said[field] = release[field] end
  for _, other in ipairs(others) do
    for _, field in ipairs(of_release) do
      if not is_equal(said[field], other[field]) then said[field] = nil end
    end
    said.has_other_totals = said.has_other_totals or other.track_count ~= release.track_count
  end
  return said
end

-- A track as the candidate of a file.
local function candidate_of(track, said)
  return {
    id = track.id, title = track.title, artist = track.artist, album = said.title,
    album_artist = said.artist, release_date = said.release_date, duration = track.duration,
    isrc = track.isrc, track_id = track.track_id, track_number = track.track_number,
    disc_number = track.disc_number, track_count = not said.has_other_totals and track.track_count
      or nil, release = said,
  }
end

local function titles_of(tracks)
  local list = mix.json.array({})
  for place = 1, math.min(#tracks, named) do list[place] = tracks[place].title end
  return list
end

local function paths_of(files)
  local list = mix.json.array({})
  for place, file in ipairs(files) do list[place] = file.path end
  return list
end

-- A release beside others, with the files' tracks.
local function summary(match, said)
  local release, files = match.release, mix.json.array({})
  for place, pair in ipairs(match.pairs) do
    files[place] = { path = pair.file.path, score = 1 - pair.cost,
      candidate = candidate_of(pair.track, said) }
  end
  return {
    id = release.id, title = release.title, artist = release.artist,
    release_date = release.release_date, country = release.country, label = release.label,
    catalogue_number = release.catalogue_number, barcode = release.barcode,
    track_count = match.wanted, disc_count = release.disc_count, score = match.score,
    missing = #match.missing, missing_titles = titles_of(match.missing),
    extra = paths_of(match.extra), files = files,
  }
end

--- The record of an album with its candidates, by the verdict on it (album_verdict.of).
function albums.record(group, verdict)
  local record = { folder = group.folder, title = group.title, artist = group.artist,
    is_various = group.is_various or nil, count = #group.files, files = paths_of(group.files),
    decision = verdict.decision, reason = verdict.reason, editions = #verdict.ties,
    candidates = mix.json.array({}) }
  for place, match in ipairs(verdict.matches) do
    if place > kept then break end
    record.candidates[place] = summary(match,
      in_common(match.release, place == 1 and verdict.ties or {}))
  end
  local best = verdict.decision ~= "none" and record.candidates[1]
  if best then record.score = best.score end
  return record
end

--- The record of an album about which the service did not answer.
function albums.unasked(group, err)
  return { folder = group.folder, title = group.title, artist = group.artist,
    count = #group.files, files = paths_of(group.files), decision = "failed", reason = err.message,
    candidates = mix.json.array({}) }
end

-- The track at the place that a file's number says.
local function track_at(release, facts)
  for _, track in ipairs(release.tracks) do
    local is_there = track.track_number == facts.number and (not facts.disc
      or track.disc_number == facts.disc)
    if is_there or not facts.disc and track.place == facts.number then return track end
  end
end

-- Whether a file's number says another track of the same length where nearly all others are right:
-- title and number contradict each other, and the length decides nothing.
local function is_contrary(pair, match, right)
  if pair.costs.number ~= 1 or right < right_numbers * #match.pairs then return false end
  local track = track_at(match.release, pair.file.facts)
  return track ~= nil and album_likeness.same_length(pair.file.record.duration, track.duration)
end

--- For each file of a sure album its track {candidate, score, is_told, is_contrary}; extra files
--- have none.
function albums.tracks(verdict)
  local best, list, right = verdict.matches[1], {}, 0
  local said = in_common(best.release, verdict.ties)
  for _, pair in ipairs(best.pairs) do right = right + (pair.costs.number == 0 and 1 or 0) end
  for _, pair in ipairs(best.pairs) do
    local candidate = candidate_of(pair.track, said)
    candidate.is_exact = album_likeness.is_exact(pair) or nil
    list[pair.file] = { candidate = candidate, score = 1 - pair.cost,
      is_told = album_likeness.is_told(pair), is_contrary = is_contrary(pair, best, right) }
  end
  return list
end

--- For each file of an album in doubt its tracks on the candidates: {candidates, score, common}.
--- `common`: where they are one recording, it with what all of these releases say.
function albums.choices(verdict)
  local list, releases = {}, {}
  for place, match in ipairs(verdict.matches) do
    if place > kept or verdict.matches[1].score - match.score > rival then break end
    releases[place] = match.release
  end
  local said = in_common(releases[1], table.move(releases, 2, #releases, 1, {}))
  for place, release in ipairs(releases) do
    for _, pair in ipairs(verdict.matches[place].pairs) do
      local own = list[pair.file]
      if not own then
        own = { candidates = {}, score = 1 - pair.cost, count = 0 }
        own.common = place == 1 and album_likeness.is_told(pair) and candidate_of(pair.track, said)
        list[pair.file] = own
      end
      own.count = own.count + (own.common and own.common.id == pair.track.id and 1 or 0)
      own.candidates[#own.candidates + 1] = candidate_of(pair.track, in_common(release, {}))
    end
  end
  for _, own in pairs(list) do
    own.common = own.common and own.count == #releases and own.common or nil
  end
  return list
end

return albums
