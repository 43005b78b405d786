-- Chooses how the titles of two tracks are read. A title may hold the artist, the album, a track's
-- number or a year; which of its pieces is the song's name shows only beside the other record. What
-- a field of either record says costs nothing; a piece that nothing explains is an artist whom no
-- field names, or a remark that one side lacks.

local artists = require("rules.lib.artists")
local contained = require("rules.lib.contained")
local credits = require("rules.lib.credits")
local numbers = require("rules.lib.numbers")
local likeness = require("rules.lib.likeness")
local movements = require("rules.lib.movements")
local titles = require("rules.lib.titles")
local tracks = require("rules.lib.tracks")
local text = mix.text

local readings = {}

-- The rest of the likeness where a piece is an artist or an album that no field names, a remark
-- that one side lacks, or words before the title that are neither, where the numbers of a track
-- differ, and where the title adds the record's own album: the title without it comes first.
local share = {
  artist = 0.98, album = 0.9, remark = 0.6, words = 0.2, place = 0.7, own_album = 0.938,
}

-- Whether an album's name has some words: "(Harbour Lights)" of "Harbour Lights: The Soundtrack".
local function is_of_album(piece, album)
  return piece.kind == "words" and #piece.key > 7 and piece.key:find(" ") ~= nil
    and (" " .. album .. " "):find(" " .. piece.key .. " ", 1, true) ~= nil
end

local function alike(a, b)
  return a == b or #a > 4 and #b > 4 and text.ratio(a, b) >= 0.8
    and numbers.same(numbers.in_digits(a), numbers.in_digits(b))
end

-- The credit of a track that names somebody.
local function credit_of(track)
  return track.artist and not credits.is_nobody(track.artist) and track.artist or nil
end

-- Whether a credit is that of a track, or one has more words than the other.
local function names(credit, track)
  local named = credit_of(track)
  if not named or credit.whole == named.whole then return named ~= nil end
  return artists.likeness({ artist = credit, everyone = credit.set }, track) >= 0.4
end

-- Whether two tracks name albums that are alike.
local function same_album(track, other)
  return track.album_key and other.album_key and text.ratio(track.album_key, other.album_key) >= 0.8
end

-- Returns what a piece of a title is, by the fields of both records: an album with the record that
-- has it, an artist with the credit, a number with its value, "words" where none says it.
local function role_of(piece, track, other)
  for _, record in ipairs({ track, other }) do
    -- A track of "Live in Oslo" is live; the other's album says that its track is as well.
    if record.album_key
      and (alike(piece.key, record.album_key) or alike(piece.key, record.album_whole)
        or is_of_album(piece, record.album_whole))
      and (piece.kind ~= "remark" or record == other or same_album(track, other)) then
      return "album", record
    end
  end
  if piece.kind == "remark" then return "remark" end
  -- The work before its movement: "Carmina Burana - O Fortuna".
  if other.work and movements.is_work(piece.key, other.work) then return "work" end
  local credit = credits.parse(piece.bare or piece.text)
  local both = track.artist and other.artist and track.artist.whole == other.artist.whole
  if names(credit, other) or not both and names(credit, track) then return "artist", credit end
  return piece.kind, piece.number
end

-- An album whose name has a dash or a bracket is several pieces.
local function mark_albums(pieces, roles, from, records)
  for _, record in ipairs(records) do
    local wanted = record.album_whole
    local best = 0.8
    for _, piece in ipairs(wanted and pieces or {}) do
      best = math.max(best, text.ratio(piece.key, wanted))
    end
    for first = 1, wanted and #pieces - 1 or 0 do
      local joined = pieces[first].key
      for last = first + 1, #pieces do
        joined = joined .. " " .. pieces[last].key
        if (first > 1 or last < #pieces) and text.ratio(joined, wanted) > best
          and numbers.same(joined, wanted) then
          for index = first, last do roles[index], from[index] = "album", record end
        end
      end
    end
  end
end

-- One reading: the title is `start`, made of the pieces whose places are in `inside`, with the
-- known remarks beside it. The others are what their roles say. The title is parsed when needed.
local function reading(pieces, roles, from, start, inside)
  local option = { words = {}, said = {}, text = start }
  local led = true
  for index, piece in ipairs(pieces) do
    local role = not inside[index] and roles[index]
    led = led and not inside[index]
    if role == "words" then
      option.words[#option.words + 1] = { piece = piece, leads = led }
    elseif role == "remark" then
      option.text = option.text .. " [" .. piece.text .. "]"
    elseif role then
      option[role] = option[role] or from[index]
      option.is_led = option.is_led or role == "artist" and index == 1
      option.said[#option.said + 1] = { role, piece.text }
    end
  end
  return option
end

local function title_of(option)
  option.title = option.title or titles.parse(option.text)
  return option.title
end

-- The reading in which the title is all that nothing explains; nil for a single piece.
local function unexplained(pieces, roles, from)
  local words, inside = {}, {}
  for index, piece in ipairs(pieces) do
    if roles[index] == "words" then
      words[#words + 1] = piece.bracket and ("(%s)"):format(piece.text) or piece.text
      inside[index] = true
    end
  end
  return #words > 1 and #words < #pieces
    and reading(pieces, roles, from, table.concat(words, " "), inside) or nil
end

-- Adds the readings in which one piece is the title.
local function add_pieces(list, pieces, roles, from, wanted)
  for index, piece in ipairs(pieces) do
    if not piece.bracket and (piece.kind == "words" or piece.key == wanted) then
      local inside = { [index] = true }
      if piece.bare then
        local bare = reading(pieces, roles, from, piece.bare, inside)
        bare.place, bare.key = piece.number, piece.bare_key
        if piece.number then table.insert(bare.said, 1, { "place", piece.number }) end
        list[#list + 1] = bare
      end
      local whole = reading(pieces, roles, from, piece.text, inside)
      whole.key = piece.key
      list[#list + 1] = whole
    end
  end
end

-- The readings of a track's title beside another track, the whole title first.
local function readings_of(track, other)
  local list = { { title = track, key = track.full, words = {} } }
  local pieces = track.pieces
  if not pieces then return list end
  local roles, from = {}, {}
  for index, piece in ipairs(pieces) do
    roles[index], from[index] = role_of(piece, track, other)
  end
  mark_albums(pieces, roles, from, { track, other })
  -- An album in brackets does not belong to the title.
  local whole = list[1]
  for index, piece in ipairs(pieces) do
    if piece.bracket and roles[index] == "album" then list = {} end
  end
  list[#list + 1] = unexplained(pieces, roles, from)
  add_pieces(list, pieces, roles, from, other.core)
  return #list > 0 and list or { whole }
end

-- Adds the readings of a track's title that are a title of the other track.
local function add_contained(list, track, others, other)
  for _, option in ipairs(others) do
    if not option.title and #option.text < #track.written then title_of(option) end
    list[#list + 1] = option.title and contained.reading(track, option.title, other) or nil
  end
end

local function shared(piece, list)
  for _, other in ipairs(list) do
    if alike(piece.key, other.piece.key) then return true end
  end
  return false
end

-- Returns what remains of a reading's likeness for the words that nothing explains, the artist that
-- they may be, and a note.
local function weigh(mine, yours, track, other)
  local adds_album = mine.album == track and track.artist and other.artist
    and not same_album(track, other)
  local left, claim, note = adds_album and share.own_album or 1, nil, nil
  local named = credit_of(track) or mine.artist
  for _, word in ipairs(mine.words) do
    local piece = word.piece
    local may_name = not (named or claim or piece.bracket)
    if piece.is_again then
      left = left * share.artist
    elseif shared(piece, yours.words) then
      claim = may_name and piece.text or claim
    elseif may_name and (word.leads or not (credit_of(other) or yours.artist)) then
      claim, left = piece.text, left * share.artist
    elseif word.leads and not piece.bracket then
      left = left * (mine.artist and share.album or share.words)
    else
      left, note = left * share.remark, ("a remark on one side, “%s”"):format(piece.text)
    end
  end
  return left, claim and credits.parse(claim), note
end

-- The credit of a title where it has all names of the field and more, else that of the field.
local function fuller_credit(own, titled)
  if not (own and titled) or #titled.people <= #own.people then return own or titled end
  for _, name in ipairs(own.people) do
    if not titled.set[name] then return own end
  end
  return titled
end

-- The form of a track in a reading.
local function view(track, option, claim)
  if option.title == track then return track end
  local artist = fuller_credit(credit_of(track), option.artist) or claim or track.artist
  local album = track.album and track or option.album
  local form = tracks.form(option.title, artist, album and album.album_tags)
  for _, name in ipairs({ "record", "seconds", "day", "isrc", "maker", "written", "kind",
    "kind_name" }) do
    form[name] = track[name]
  end
  form.album, form.album_whole = album and album.album, album and album.album_whole
  form.place, form.disc = track.place or option.place, track.disc or option.disc
  form.titled, form.is_led = option.artist, option.is_led
  return form
end

-- Whether two texts may be one title: alike, one in the other, or in other scripts.
local function perhaps(a, b)
  return text.ratio(a, b) >= 0.55 or a:find(b, 1, true) or b:find(a, 1, true)
    or (a:find("[\x80-\xff]") == nil) ~= (b:find("[\x80-\xff]") == nil)
end

local function noted(note, option)
  if not option.said then return note end
  local parts = {}
  for index, part in ipairs(option.said) do
    parts[index] = ("%s %s"):format(part[1] == "place" and "track" or part[1], part[2])
  end
  local with = #parts > 0 and (" (%s)"):format(table.concat(parts, ", ")) or ""
  return ("read as “%s”%s; %s"):format(option.title.full, with, note)
end

-- The loss of a reading in which the titles differ by a version or a number, which refuse a pair.
local function refused(a, b)
  if not numbers.same(a.full, b.full) then return 0.3 end
  return (likeness.one_sided(a.strong, b.strong) or likeness.one_sided(b.strong, a.strong))
    and 0.01 or 0
end

-- Whether two readings have years that differ, or numbers of a track that may be of two albums.
local function other_place(mine, yours, a, b)
  if mine.year and yours.year and not numbers.same(mine.year, yours.year) then return true end
  return mine.place and yours.place and mine.place ~= yours.place and not (a.album and b.album)
end

-- Weighs a reading of each title: the likeness that remains, with what speaks for it among equals.
local function weighed(mine, yours, a, b)
  local value, note, letters = likeness.titles(title_of(mine), title_of(yours))
  local left, claim, remark = weigh(mine, yours, a, b)
  local right, other_claim, other_remark = weigh(yours, mine, b, a)
  value = value * left * right * (other_place(mine, yours, a, b) and share.place or 1)
  local more = (mine.artist and 1 or 0) + (yours.artist and 1 or 0)
    + (claim and other_claim and 1 or 0)
  return {
    mine = mine, yours = yours, claim = claim, other_claim = other_claim, value = value,
    worth = value + 0.01 * more - refused(mine.title, yours.title),
    letters = left * right < 0.5 and 0 or letters,
    note = remark or other_remark or note,
    -- Among equals the longer titles, so that swapping the tracks changes nothing.
    length = #mine.title.full + #yours.title.full,
  }
end

--- Returns two tracks in the readings that agree best: their forms, and the likeness of the titles,
--- a note, and the ratio of their letters.
function readings.best(a, b)
  local ours, theirs = readings_of(a, b), readings_of(b, a)
  local count = #ours
  add_contained(ours, a, theirs, b)
  add_contained(theirs, b, table.move(ours, 1, count, 1, {}), a)
  local best
  for _, mine in ipairs(ours) do
    for _, yours in ipairs(theirs) do
      if not (best and mine.key and yours.key) or perhaps(mine.key, yours.key) then
        local found = weighed(mine, yours, a, b)
        if not best or found.worth > best.worth
          or found.worth == best.worth and found.length > best.length then
          best = found
        end
      end
    end
  end
  local note = noted(noted(best.note, best.yours), best.mine)
  return view(a, best.mine, best.claim), view(b, best.yours, best.other_claim), best.value, note,
    best.letters
end

-- Whether a text may be the title of a track, or a piece of it.
local function perhaps_in(words, track)
  if perhaps(words, track.full) then return true end
  for _, piece in ipairs(track.pieces or {}) do
    if not piece.bracket and perhaps(words, piece.key) then return true end
  end
  return false
end

--- Whether two tracks have other readings than the whole titles that are worth to be weighed, where
--- `letters` is the ratio of the whole ones.
function readings.any(a, b, letters)
  local is_contained = contained.any(a, b)
  if not (a.pieces or b.pieces) then
    return is_contained and (contained.reading(a, b, b) or contained.reading(b, a, a)) ~= nil
  end
  if is_contained then return true end
  if letters >= 0.55 or perhaps_in(a.full, b) then return true end
  for _, piece in ipairs(a.pieces or {}) do
    if not piece.bracket and perhaps_in(piece.key, b) then return true end
  end
  return false
end

return readings
