-- Finds the wanted track in a shop. Title and artist must both agree, another version of the song
-- is another track, and of the releases of one song the original comes first.
--
-- Numbers: `accept` 0.87 allows one wrong letter in a title of twelve when all else agrees, and
-- makes it uncertain in a title of six; the artist alone (0.36) or the title alone (0.50) stay
-- below `review`, so neither ever makes a match. Length, album and day count where both sides have
-- them. The same ISRC decides; where two other facts contradict it, or the version, the match is
-- uncertain.

local tracks = require("rules.lib.tracks")
local artists = require("rules.lib.artists")
local credits = require("rules.lib.credits")
local exactness = require("rules.lib.exactness")
local later = require("rules.lib.later")
local likeness = require("rules.lib.likeness")
local numbers = require("rules.lib.numbers")
local movements = require("rules.lib.movements")
local readings = require("rules.lib.readings")
local set_of = require("lib.set_of")
local sources = require("rules.lib.sources")
local track_artists = require("rules.lib.track_artists")
local track_versions = require("rules.lib.track_versions")
local unknown_titles = require("rules.lib.unknown_titles")
local wording = require("rules.lib.wording")
local calibrations = require("rules.data.calibrations")
local text = mix.text

-- The numbers that `rules learn` may change. title_floor: below this likeness two titles are
-- different words. same_length: seconds by which shops differ for one recording, by silence, fades
-- and rounding.
local bounds = { title_floor = 0.72, same_length = 5 }
-- The share by which the clean edit of an album's track may be shorter.
local edit_share = 0.1
-- Titles that many albums of one artist have: on two albums they are two tracks.
local shared_titles = set_of([[
  intro introduction outro interlude intermission skit prologue epilogue opening closing untitled
  segue hidden_track bonus_track
  allegro allegretto adagio andante andantino largo larghetto lento presto vivace moderato menuetto
  minuet scherzo rondo finale prelude overture
]])

-- The likeness of two albums: 0.5 for two; of one, an edition and an album whose words begin the
-- other's ("Halcyon" and "Halcyon Days") come behind the album itself.
local function album_likeness(q, c)
  local a, b = q.album, c.album
  if not (a and b) then return nil end
  if q.album_whole == c.album_whole then return 1 end
  if a == b then return 0.98 end
  local short, long = #a <= #b and a or b, #a <= #b and b or a
  if long:sub(1, #short) == short or text.ratio(a, b) >= 0.9 then return 0.95 end
  return 0.5
end

-- Whether two tracks of two albums have a title of that kind.
local function is_shared(a, b)
  local title = a.core:gsub(" %d+$", ""):gsub("^%d+ ", ""):gsub("^[ivx]+ ", "")
  return a.core == b.core and shared_titles[title:gsub(" ", "_")] == true
    and album_likeness(a, b) == 0.5
end

-- The word of albums, lengths and days, for which no gate asks where the titles are others.
local evidence = later(function(pair)
  local a, b = pair.a, pair.b
  pair.likeness = album_likeness(a, b)
  pair.album = pair.likeness and pair.likeness > 0.5
  pair.gap = a.seconds and b.seconds and math.abs(a.seconds - b.seconds)
  pair.day = a.day and b.day and a.day == b.day
end)

local function compare(a, b)
  a = tracks.uncrossed(a, b)
  local pair = { a = a, b = b, refusals = 0, same_isrc = a.isrc and a.isrc == b.isrc }
  pair.title, pair.note, pair.letters = likeness.titles(a, b)
  local plain = pair.title == 1 and a.artist and b.artist
    and not (likeness.one_sided(a.strong, b.strong) or likeness.one_sided(b.strong, a.strong))
  if not plain and readings.any(a, b, pair.letters) then
    pair.a, pair.b, pair.title, pair.note, pair.letters = readings.best(a, b)
  end
  pair.is_plain = pair.a == a and pair.b == b
  return setmetatable(pair, evidence)
end

local function title_gate(_, _, pair)
  if pair.same_isrc then return true end
  local artist = pair.a.artist
  if pair.a.full == "" or artist and credits.is_nobody(artist) and unknown_titles(pair.a.full) then
    return false, "no title to compare"
  end
  if pair.letters >= bounds.title_floor then return true end
  pair.refusals = pair.refusals + 1
  return false, "another title: " .. pair.b.full
end

local function artist_gate(_, _, pair)
  if pair.same_isrc then return true end
  local value, note = track_artists.likeness(pair)
  if value ~= 0 then return true end
  pair.refusals = pair.refusals + 1
  local theirs = pair.b.artist
  return false, ("another artist: %s"):format(theirs and theirs.whole or note)
end

-- Whether numbers count the same and differ; lib.movements compares those of composers' works.
local function other_numbers(a, b)
  if a.work and a.work.composed or b.work and b.work.composed then return false end
  return likeness.other_number(a, b)
end

local function number_gap(pair)
  local a, b = pair.a, pair.b
  if likeness.same_number(a, b) then return movements.conflict(a.work, b.work) end
  if a.part and b.part and a.part ~= b.part then
    return ("part %s, not %s"):format(b.part, a.part)
  end
  local other = ("other numbers in the title: %s"):format(b.full)
  local conflict = movements.conflict(a.work, b.work) or other_numbers(a, b) and other or nil
  if conflict or numbers.same(a.full, b.full) or wording.same(a.full, b.full) > 0
    or movements.likeness(a, b) > 0 then
    return conflict
  end
  -- A remark on one side may hold a number, two remarks must agree.
  local one_remark = a.extra == "" or b.extra == ""
  if numbers.same(a.core, b.core) and (one_remark or numbers.same(a.extra, b.extra)) then
    return nil
  end
  return other
end

-- Whether two songs come from the same film, series or game; nil where it is not known.
local function same_source(pair)
  local ours, theirs = pair.a.reading.source, pair.b.reading.source
  if ours and theirs then return sources.same(ours, theirs) end
  return sources.on_album(ours or theirs, (ours and pair.b or pair.a).album_whole)
end

-- Songs of one name of two films. Named in two languages it may be one film.
local function source_gap(pair)
  local ours, theirs = pair.a.reading.source, pair.b.reading.source
  if ours and theirs and ours.lead == theirs.lead and same_source(pair) == false then
    return ("from another film or series: %s"):format(table.concat(theirs.words, " "))
  end
end

-- Another place on the same album is another track: albums have several of one name, "Interlude".
local function place_gap(pair)
  local a, b = pair.a, pair.b
  if not (a.album and a.album == b.album) then return nil end
  if a.disc and b.disc and a.disc ~= b.disc then
    return ("on disc %g, not %g, of one album"):format(b.disc, a.disc)
  end
  if a.place and b.place and a.place ~= b.place then
    return ("track %g, not %g, of one album"):format(b.place, a.place)
  end
end

-- Another length means another recording, or an edit of it where title, album and day agree.
local function length_gap(pair)
  local a, b = pair.a, pair.b
  if not pair.gap or pair.gap <= bounds.same_length then return nil end
  local edit = pair.title == 1 and a.part == b.part and pair.album and pair.day
  if edit and pair.gap <= edit_share * math.max(a.seconds, b.seconds) then return nil end
  return ("%.0f seconds longer or shorter"):format(pair.gap // 1)
end

-- A gate of a function that returns why a pair is refused; the same ISRC passes it.
local function gate(gap)
  return function(_, _, pair)
    local reason = not pair.same_isrc and gap(pair)
    if not reason then return true end
    pair.refusals = pair.refusals + 1
    return false, reason
  end
end

-- Whether one of the names, or one that it begins or that begins it, where a title was cut, is in a
-- set.
local function take_part(names, everyone)
  for _, name in ipairs(names) do
    if artists.named(name, everyone) then return true end
    for other in pairs(everyone) do
      local most = math.min(#name, #other)
      if most > 3 and name:sub(1, most) == other:sub(1, most) then return true end
    end
  end
  return false
end

-- Whether both name guests, and nobody of them takes part on the other side.
local function other_guests(a, b)
  return #a.guests > 0 and #b.guests > 0
    and not (take_part(a.guests, b.everyone) or take_part(b.guests, a.everyone))
end

-- Whether one side alone names an orchestra or a choir as its guest: songs are recorded again so.
local function has_orchestra(less, more)
  if #less.guests > 0 then return false end
  for _, name in ipairs(more.guests) do
    local is_group = name:find("orch") or name:find("philh") or name:find("symph")
      or name:find("%f[%w]choir")
    if is_group and not artists.named(name, less.everyone) then return true end
  end
  return false
end

-- Whether one title is the other's bracket and more people take part on one side: a duet in one
-- language has the name of a solo in another, "Paper Boats (Papierboote)".
local function is_other_language(a, b)
  return a.artist and b.artist
    and #a.artist.people + #a.guests ~= #b.artist.people + #b.guests
    and a.core ~= b.core and (a.core == b.extra or b.core == a.extra)
end

-- Whether a year ends a title in brackets, and the other's album names another one: "Aria (1981)",
-- "Variations (1955 Recording)".
local function other_recording(a, b)
  local year = (a.written or ""):match("[%(%[]([12]%d%d%d)[%)%]]$")
  local theirs = year and b.album_whole and b.album_whole:match("%f[%d][12][09]%d%d%f[%D]")
  return theirs ~= nil and theirs ~= year
end

-- A single fact that refuses titles as they are written, or another length, is worth more than one
-- that a reading of a title may have made. With the same ISRC the reason to doubt it: another
-- version or number, or two of title, artist and length.
local function contradiction(_, _, pair)
  if not pair.same_isrc then
    local is_clear = pair.refusals == 1 and (pair.is_plain or length_gap(pair))
    if is_clear then return 1, "a gate refuses the pair" end
    if is_shared(pair.a, pair.b) and (pair.gap or 2) > 1 then
      return 0.25, "another album, and a title that many have"
    end
    if other_guests(pair.a, pair.b) then return 0.25, "with other guests" end
    if same_source(pair) == false then return 0.5, "perhaps from another film or series" end
    if is_other_language(pair.a, pair.b) then return 0.25, "perhaps in another language" end
    local a, b = pair.a, pair.b
    if track_versions.is_other_remix(a, b) or track_versions.is_other_remix(b, a) then
      return 0.25, "perhaps another remix"
    end
    if has_orchestra(a, b) or has_orchestra(b, a) then
      return 0.25, "perhaps with an orchestra"
    end
    if other_recording(a, b) or other_recording(b, a) then
      return 0.25, "perhaps recorded in another year"
    end
    -- "(Bo cover)" may say who sings as well.
    if pair.a.strong.cover ~= pair.b.strong.cover and not pair.album and (pair.gap or 9) > 2 then
      return 0.25, "perhaps the cover of another"
    end
    return 0
  end
  local other = track_versions.gap(pair) or pair.letters >= bounds.title_floor and number_gap(pair)
  if other then return 0.5, other end
  local count = pair.letters < bounds.title_floor and pair.title < 0.3 and 1 or 0
  local named = pair.a.artist and pair.b.artist
  if named and track_artists.likeness(pair) == 0 then count = count + 1 end
  if length_gap(pair) then count = count + 1 end
  return count > 1 and 0.5 or 0, count > 1 and "one ISRC, but otherwise another track" or nil
end

-- Whether only one title has a remark, on one album, which rarely has a song twice; an edition adds
-- other takes, which it names.
local function only_remarked(pair)
  local a, b = pair.a, pair.b
  if a.core ~= b.core or (pair.likeness or 0) < 0.98 then return false end
  return b.extra == "" or a.extra == "" and pair.likeness == 1 and b.kind_name == "original release"
end

-- Where album, day and length agree, different letters are damage.
local function title_score(_, _, pair)
  if pair.same_isrc then return nil end
  local value, note = pair.title, pair.note
  if value < 0.85 and only_remarked(pair) then
    value, note = 0.85, "a remark on one side, of one album"
  end
  if value < pair.letters and pair.album and pair.day and pair.gap and pair.gap <= 1 then
    value = pair.letters
  end
  local a, b = pair.a, pair.b
  if a.part == b.part or likeness.same_number(a, b) then return value, note end
  local share = pair.gap and pair.gap <= 1 and 0.85 or 0.7
  return value * share, ("%s; one names a part"):format(note)
end

local function artist_score(_, _, pair)
  if pair.same_isrc then return nil end
  return track_artists.likeness(pair)
end

local function isrc_score(_, _, pair)
  if pair.same_isrc then return 1, "the same ISRC" end
  return nil
end

-- A clean version and an explicit one are both the song; the one that is named is preferred, else
-- the uncut one.
local function other_label(q, c)
  local ours, theirs = q.labels, c.labels
  if theirs.clean and not (ours.clean or ours.explicit) then return 0.2, "a clean version" end
  if ours.clean and theirs.explicit or ours.explicit and theirs.clean then
    return 1, "clean on one side, explicit on the other"
  end
  -- The song itself comes before the one of a film.
  if c.reading.source and not q.reading.source then return 0.2, "from a film or series" end
  return 0
end

local function length_score(_, _, pair)
  if not pair.gap then return nil end
  return math.max(0.5, 1 - pair.gap / (2 * bounds.same_length)),
    ("%.0f s apart"):format(pair.gap // 1)
end

-- Whether all names are among others, whatever their spaces.
local function all_in(names, others)
  local known = {}
  for name in pairs(others) do known[(name:gsub(" ", ""))] = true end
  for name in pairs(names) do
    if not known[(name:gsub(" ", ""))] then return false end
  end
  return true
end

-- When the query names an album, that counts instead of the kind of release.
local function release_score(q, c)
  if q.album then return nil end
  return c.kind or 0.8, c.kind_name or "no album named"
end

local function album_score(_, _, pair)
  if pair.album == nil then return nil end
  return pair.likeness, pair.album and "the same album" or "another album"
end

return {
  kind = "match",
  name = "tracks/standard",
  doc = "Title and artist must agree; another version, number or length is another track.",
  fields = {
    query = {
      "title", "artist", "album", "duration", "release_date", "genre", "isrc",
      "track_number", "disc_number",
    },
    candidate = {
      "title", "artist", "album", "album_artist", "duration", "release_date", "genre",
      "track_count", "isrc", "id", "track_number", "disc_number", "disambiguation",
    },
    aliases = {
      title = { "Song_Name", "Track", "Track_Name" },
      artist = { "Artist_Name", "Artists" },
      album = { "Album_Name", "Collection" },
      duration = { "Time", "Length" },
      release_date = { "Released", "Release_Date" },
      genre = { "Genres" },
      track_number = { "Track_No", "Track_Nr" },
      disc_number = { "Disc", "Disc_No", "CD_Number", "Medium_Number" },
    },
  },
  prepare = tracks.read,
  prepare_candidate = tracks.read_candidate,
  compare = compare,
  gates = {
    { name = "title", check = title_gate, doc = "The titles must be alike." },
    { name = "artist", check = artist_gate, doc = "An artist must be the same." },
    { name = "length", check = gate(length_gap), doc = "At most 5 seconds apart." },
    { name = "numbers", check = gate(number_gap), doc = "The same parts and numbers." },
    { name = "source", check = gate(source_gap), doc = "From the same film, series or game." },
    { name = "place", check = gate(place_gap), doc = "The same place on one album." },
    { name = "version", check = gate(track_versions.gap), doc = "The same version, or none." },
  },
  features = {
    { name = "title", weight = 0.50, score = title_score, doc = "How alike the titles are." },
    { name = "artist", weight = 0.36, score = artist_score, doc = "How alike the names are." },
    {
      name = "treatment", weight = 0.06, score = track_versions.treatment,
      doc = "Remastered, edited, longer.",
    },
    {
      name = "guests", weight = 0.03, score = track_versions.guests, doc = "Guests in the titles.",
    },
    { name = "release", weight = 0.05, score = release_score, doc = "Originals before others." },
    { name = "length", weight = 0.20, score = length_score, doc = "Seconds apart." },
    { name = "album", weight = 0.08, score = album_score, doc = "The same album." },
    { name = "isrc", weight = 5, score = isrc_score, doc = "The same ISRC decides." },
    { name = "label", penalty = 0.02, score = other_label, doc = "Clean, or explicit." },
    { name = "contradiction", penalty = 0.5, score = contradiction, doc = "Another fact says no." },
    exactness.feature("isrc"),
  },
  bounds = bounds,
  accept = 0.87,
  review = 0.6,
  margin = 0.03,
  calibration = calibrations.tracks,
  -- The more songs have a title, the less it proves alone; with an artist it names one song.
  term = function(track, other)
    if other and track.artist and other.artist then return nil end
    return track.core ~= "" and track.core or nil
  end,
  -- Releases of one song are not rivals: the margin applies to other songs only, and to recordings
  -- of which each has a musician of its own.
  same_work = function(a, b)
    return (all_in(a.everyone, b.everyone) or all_in(b.everyone, a.everyone))
      and a.core == b.core and a.extra == b.extra and a.part == b.part and not is_shared(a, b)
      and a.artist and b.artist
      and a.artist.people[1]:gsub(" ", "") == b.artist.people[1]:gsub(" ", "")
  end,
  -- Of equal scores the first release wins, then the one with more tracks (album before single),
  -- then the shop's order.
  tie_order = { "release_date", "-track_count", "id" },
}
