-- Finds the wanted release in a shop or a collection. Album and artist must agree; barcode,
-- catalogue number, number of tracks, country, label and date decide between editions.

local album_likeness = require("rules.lib.album_likeness")
local albumtitles = require("rules.lib.albumtitles")
local artists = require("rules.lib.artists")
local calibrations = require("rules.data.calibrations")
local country_code = require("lib.countries")
local credits = require("rules.lib.credits")
local exactness = require("rules.lib.exactness")
local fields = require("rules.lib.fields")
local likeness = require("rules.lib.likeness")
local lists = require("rules.lib.lists")
local media = require("rules.lib.media")
local measures = require("rules.lib.measures")
local numbers = require("rules.lib.numbers")
local releases = require("rules.lib.releases")
local titles = require("rules.lib.titles")
local text = mix.text

local title_floor = 0.72
-- The likeness of a title and a part of it, of one artist and year: a match where the number of
-- tracks agrees as well; and that of three words or more with which a title begins.
local short_form, long_form = 0.71, 0.78

-- An EAN or UPC as 13 digits; nil for anything else.
local function barcode(value)
  local digits = value and value:gsub("%D", "") or ""
  if #digits < 11 or #digits > 14 then return nil end
  digits = digits:gsub("^0+", "")
  return digits ~= "" and ("0"):rep(13 - #digits) .. digits or nil
end

local function code(value)
  local plain = value and text.fold(value):gsub("[^%w]", "") or ""
  return plain ~= "" and plain or nil
end

-- Further fields of MusicBrainz: the types that are not albums, states that are not
-- official, and the identifier of the group of an album's pressings. Tables have columns of these
-- names for other things.
local sold_by_type = { Single = "single", EP = "ep" }
local unofficial_states = { Bootleg = true, Promotion = true, ["Pseudo-Release"] = true }

local function group_of(record)
  local group = fields.text(record.group, " ")
  return group and group:find("^%x+%-%x+%-%x+%-%x+%-%x+$") and group or nil
end

local function read(record)
  -- No title is as long.
  local title, medium = media.take((fields.text(record.title, " ") or ""):sub(1, 1000))
  local cast = albumtitles.cast(title)
  local sold_as, recording, made
  title, sold_as, recording = albumtitles.take(title)
  title, made = albumtitles.take_year(albumtitles.in_full(title))
  local reading = titles.parse(title)
  local format = fields.text(record.format, ", ")
  local artist = fields.text(record.artist, " & ")
  local credit = artist and credits.parse(artist)
  local country = fields.text(record.country, " ")
  country = country and text.fold(country)
  local label = fields.text(record.label, " ")
  return {
    record = record, core = reading.core, full = reading.full, extra = reading.extra,
    open = reading.open, masked = reading.masked, work = nil, strong = reading.strong,
    labels = reading.labels, version = reading.version,
    soft = reading.soft, part = reading.part, artist = credit, everyone = credit and credit.set,
    date = made or measures.date(fields.text(record.date, " ")),
    first_date = measures.date(fields.text(record.first_date, " ")),
    country = country and (country_code(country) or country:upper()),
    label = label and text.normalize(label):gsub(" records?$", ""):gsub(" recordings$", ""),
    catalogue_number = code(fields.text(record.catalogue_number, " ")),
    barcode = barcode(fields.text(record.barcode, " ")),
    tracks = tonumber(fields.text(record.track_count, " ")),
    medium = format and media.of(format) or medium,
    sold_as = sold_as or sold_by_type[fields.text(record.type, " ")], recording = recording,
    cast = cast, group = group_of(record), status = fields.text(record.status, " "),
    written = reading.plain, maker = artist, main = albumtitles.main(reading.plain),
    uncatalogued = albumtitles.uncatalogued(reading.plain),
    headless = albumtitles.headless(reading.plain, credit),
    -- With the number, whatever it counts: "Hits, Vol. 3" and "Hits III" are "hits 3".
    counted = albumtitles.counted(reading.full .. (reading.part and " " .. reading.part or "")),
  }
end

-- The wanted release with title and artist exchanged where the candidate has each in the other
-- column, else as it is.
local function uncrossed(q, c)
  if not (q.artist and c.artist) or q.core == c.core or q.artist.whole ~= credits.key(c.core)
    or credits.key(q.core) ~= c.artist.whole then
    return q
  end
  return read(setmetatable({ title = q.record.artist, artist = q.record.title },
    { __index = q.record }))
end

-- The wanted release without the year that ends its title, where the other is of that year and has
-- no number there: "Boats 1981", "Boats (1981)".
local function undated(q, c)
  local year = not q.date and c.date and q.written:match("%s[%(%[]?([12][089]%d%d)[%)%]]?$")
  if not year or c.date:sub(1, 4) ~= year or c.full:find(year, 1, true) then return q end
  local title = q.written:match("^(.*[^%s,])[%s,]+%S+$")
  return read(setmetatable({ title = title, date = year }, { __index = q.record }))
end

-- Whether a release without an artist names the other's in its title: "Ada Lune 4", "Lune Boats".
-- Alone it is the title.
local function names_artist(a, b)
  local name = not a.artist and b.artist and b.artist.whole
  if not name or a.full == name then return false end
  local words = " " .. a.full .. " "
  local family = name:match(" (%S%S%S%S%S+)$")
  return words:find(" " .. name .. " ", 1, true) ~= nil
    or family ~= nil and words:find(" " .. family .. " ", 1, true) ~= nil
end

-- The first label of an edition that one side lacks.
local function edition_apart(q, c)
  for _, label in ipairs({ "deluxe", "anniversary", "bonus" }) do
    if q.labels[label] ~= c.labels[label] then return label end
  end
  return nil
end

-- Whether a credit is that of several artists or of a musical's cast, or lacks.
local function is_nobodys(credit)
  return credit == nil or credits.is_nobody(credit) or credit.whole:find("%f[%w]cast%f[%W]") ~= nil
end

local function compare(q, c)
  q = undated(uncrossed(q, c), c)
  local pair = { q = q, barcode = q.barcode and c.barcode and q.barcode == c.barcode }
  pair.title, pair.note, pair.letters = likeness.titles(q, c)
  local same, how = album_likeness.of(q, c)
  pair.same_number = album_likeness.same_number(q, c)
  if same and pair.title < same then pair.title, pair.note, pair.letters = same, how, same end
  pair.edition = edition_apart(q, c)
  if q.artist and c.artist then
    pair.artist, pair.artist_note = artists.likeness(q, c)
    if pair.artist == 0 and q.recording and q.recording == c.recording
      and (credits.is_nobody(q.artist) or credits.is_nobody(c.artist)) then
      pair.artist, pair.artist_note = 0.5, "a film's or a musical's songs, one of them named"
    end
  elseif names_artist(q, c) or names_artist(c, q) then
    pair.artist, pair.artist_note = 0.95, "the artist is in the title"
  elseif q.recording and q.recording == c.recording and is_nobodys(q.artist or c.artist) then
    pair.artist, pair.artist_note = 0.9, "a film's or a musical's songs by several artists"
  end
  if pair.title < short_form and (pair.artist or 0) >= 0.9 and album_likeness.same_year(q, c)
    and (album_likeness.is_short_form(q, c) or album_likeness.is_short_form(c, q)) then
    local is_long = album_likeness.begins(q, c) or album_likeness.begins(c, q)
    pair.title, pair.note, pair.letters = is_long and long_form or short_form,
      "a short form of the title", title_floor
  end
  if q.catalogue_number and c.catalogue_number then
    pair.number = q.catalogue_number == c.catalogue_number
  end
  return pair
end

local function title_gate(_, c, pair)
  if pair.barcode then return true end
  if c.full ~= "" and pair.letters >= title_floor then return true end
  return false, ("another title: %s"):format(c.full)
end

local function artist_gate(_, c, pair)
  if pair.barcode or pair.artist ~= 0 then return true end
  return false, ("another artist: %s"):format(c.artist.whole)
end

local function number_gate(_, c, pair)
  local q = pair.q
  if pair.barcode or pair.same_number then return true end
  if q.part ~= c.part and q.part and c.part then return false, "another part" end
  -- A remark on one side may hold a number, two remarks must agree: "(Disc 2)".
  local is_one = q.extra == "" or c.extra == "" or numbers.same(q.extra, c.extra)
  if is_one and numbers.same(q.core, c.core) or numbers.same(q.full, c.full) then return true end
  return false, ("other numbers in the title: %s"):format(c.full)
end

-- Whether a record's title says without a remark that it was played live.
local function sounds_live(record)
  local words = " " .. record.full .. " "
  return words:find(" unplugged ") or words:find(" live ") or words:find("concert")
    or words:find("^ at ")
end

-- Whether the title, the year and the number of tracks, as far as it is known, say that it is one
-- album, which shops call live and its title does not.
local function is_one_concert(q, c)
  return q.core == c.core and album_likeness.same_year(q, c)
    and (q.tracks == nil or c.tracks == nil or q.tracks == c.tracks)
end

-- A live, karaoke or remix album is another release; so is one with another barcode.
local function edition_gate(q, c, pair)
  if pair.barcode then return true end
  local tag = likeness.one_sided(q.strong, c.strong) or likeness.one_sided(c.strong, q.strong)
  -- In the same words it is the same version, known or not: "(Taylors Version)".
  if q.version ~= "" and q.version == c.version then tag = nil end
  if tag == "live" and (sounds_live(q.strong.live and c or q) or is_one_concert(pair.q, c)) then
    tag = nil
  end
  if tag then return false, ("a %s album on one side"):format(tag) end
  if pair.barcode == false then return false, "another barcode" end
  if pair.number == false then return false, "another catalogue number" end
  return true
end

local function compare_dates(a, b)
  local short = math.min(#a, #b)
  if a:sub(1, short) == b:sub(1, short) then return 1, "the same date" end
  local apart = math.abs(tonumber(a:sub(1, 4)) - tonumber(b:sub(1, 4)))
  if apart == 0 then return 0.8, "the same year" end
  return apart == 1 and 0.5 or 0, ("%d years apart"):format(apart)
end

local function date_score(_, c, pair)
  local q = pair.q
  if not (q.date and c.date) then return nil end
  local value, note = compare_dates(q.date, c.date)
  -- Albums that have the name of their artist are told apart by their year alone.
  if value == 0.5 and album_likeness.is_named_after(q) then value = 0.2 end
  -- Later pressings have the year in which the album came out as well.
  local first = c.first_date and 0.7 * compare_dates(q.date, c.first_date) or 0
  if first > value then return first, "first released then" end
  return value, note
end

local function equal_score(field, other)
  return function(q, c)
    if not (q[field] and c[field]) then return nil end
    return q[field] == c[field] and 1 or other, q[field] == c[field] and "the same" or "another"
  end
end

local equal_tracks = equal_score("tracks", 0)

-- Another edition has more of them.
local function tracks_score(q, c, pair)
  if pair.edition then return nil end
  return equal_tracks(q, c)
end

local function label_score(q, c)
  if not (q.label and c.label) then return nil end
  return math.max(0.3, text.token_set_ratio(q.label, c.label)), c.label
end

-- "Deluxe" or "anniversary" on one side names another edition of the album, which stands for it if
-- it is of one year, and the score of a film is not its songs. A single may have the album's name.
local function edition_penalty(q, c, pair)
  if q.recording and c.recording and q.recording ~= c.recording then
    return 1, ("%s, not %s"):format(c.recording, q.recording)
  end
  local ours, theirs = q.sold_as or "lp", c.sold_as or "lp"
  if ours ~= theirs then
    return 1, ("%s, not %s"):format(theirs, ours)
  end
  local is_live = likeness.one_sided(q.strong, c.strong) or likeness.one_sided(c.strong, q.strong)
  if is_live and not (q.tracks and c.tracks) and not sounds_live(q.strong.live and c or q)
    and q.version ~= c.version then
    return 1, "live on one side"
  end
  if q.cast and c.cast and q.cast ~= c.cast then
    return 1, ("the %s cast, not the %s one"):format(c.cast, q.cast)
  end
  if pair.edition then
    return album_likeness.same_year(pair.q, c) and 0.25 or 1, pair.edition .. " on one side"
  end
  if not lists.same_keys(q.soft, c.soft) then return 0.25, "another print" end
  return 0
end

-- A record is another release than the disc. Where only the wanted one is known, others that are
-- known to be so come first.
local function other_medium(q, c, pair)
  if pair.barcode or pair.number or not q.medium or q.medium == c.medium then return 0 end
  if not c.medium then return 0.05, "the medium is not known" end
  return 1, ("%s, not %s"):format(c.medium, q.medium)
end

-- A bootleg and a sample for the press come behind what was sold.
local function unofficial(_, c) return unofficial_states[c.status] and 1 or 0, c.status end

local function differ(a, b) return a ~= nil and b ~= nil and a ~= b end

-- Whether a year tells two albums of one title apart: it is the artist's name, or only says what
-- kind of release it is. Each country has its own "Greatest Hits".
local function are_others(a, b)
  local _, kind = releases.kind(a.full)
  local is_kind = kind == "compilation"
  local other_year = differ(a.date and a.date:sub(1, 4), b.date and b.date:sub(1, 4))
  if is_kind and differ(a.country, b.country) then return true end
  return other_year and (is_kind or album_likeness.is_named_after(a) or not (a.tracks and b.tracks))
end

-- Whether two candidates may be pressings of one album, which are not rivals: the wanted one's own
-- facts choose among them, else the first is taken. Of another year they need as many tracks.
local function may_be_one(a, b)
  if a.group and b.group then return a.group == b.group end
  if differ(a.tracks, b.tracks) or are_others(a, b) then return false end
  return a.full == b.full and a.part == b.part and lists.same_keys(a.labels, b.labels)
    and lists.same_keys(a.soft, b.soft) and lists.same_keys(a.strong, b.strong)
    and a.sold_as == b.sold_as and a.recording == b.recording
    and a.artist ~= nil and b.artist ~= nil and a.artist.whole == b.artist.whole
end

return {
  kind = "match",
  name = "releases/standard",
  doc = "Album and artist; barcode and catalogue number decide between editions.",
  fields = {
    query = {
      "title", "artist", "date", "country", "label", "catalogue_number", "barcode", "track_count",
      "format",
    },
    candidate = {
      "title", "artist", "date", "country", "label", "catalogue_number", "barcode", "track_count",
      "format", "id",
    },
    aliases = {
      title = { "Album", "Release", "Album_Name", "Collection" },
      artist = { "Artists", "Album_Artist", "Artist_Name" },
      date = { "Year", "Released", "Release_Date" },
      label = { "Labels", "Publisher" },
      catalogue_number = { "catno", "catalog_number", "Catalog#", "Cat_No" },
      barcode = { "upc", "ean", "gtin" },
      format = { "formats", "media", "medium", "media_type", "release_format", "Tonträger",
        "Support", "Formato", "Носитель" },
      track_count = { "tracks", "track_total", "number_of_tracks" },
    },
  },
  prepare = read,
  prepare_candidate = read,
  compare = compare,
  gates = {
    { name = "title", check = title_gate, doc = "The titles must be alike." },
    { name = "artist", check = artist_gate, doc = "An artist must be the same." },
    { name = "numbers", check = number_gate, doc = "The same numbers in the title." },
    { name = "edition", check = edition_gate, doc = "Another code is another edition." },
  },
  features = {
    {
      name = "barcode", weight = 5, doc = "The same barcode.",
      score = function(_, _, pair) return pair.barcode and 1 or nil, "the same barcode" end,
    },
    {
      name = "number", weight = 1, doc = "The same catalogue number.",
      score = function(_, _, pair) return pair.number and 1 or nil, "the same number" end,
    },
    {
      name = "title", weight = 0.5, doc = "How alike the titles are.",
      score = function(_, c, pair)
        if pair.q.part == c.part or pair.same_number then return pair.title, pair.note end
        return 0.6 * pair.title, "a part on one side"
      end,
    },
    {
      name = "artist", weight = 0.36, doc = "How alike the names are.",
      score = function(_, _, pair)
        return pair.artist or 0.6, pair.artist_note or "no artist to compare"
      end,
    },
    { name = "date", weight = 0.25, score = date_score, doc = "The day or year." },
    { name = "tracks", weight = 0.15, score = tracks_score, doc = "As many tracks." },
    { name = "country", weight = 0.06, score = equal_score("country", 0.3), doc = "The country." },
    { name = "label", weight = 0.06, score = label_score, doc = "The label." },
    { name = "medium", penalty = 0.2, score = other_medium, doc = "Vinyl, CD, cassette, files." },
    { name = "edition", penalty = 0.16, score = edition_penalty, doc = "Deluxe on one side." },
    { name = "status", penalty = 0.05, score = unofficial, doc = "Bootlegs, promotion." },
    -- "Remastered" is not a spelling: editions are told apart by their facts.
    exactness.feature("barcode", true),
  },
  accept = 0.87,
  review = 0.6,
  margin = 0.03,
  calibration = calibrations.releases,
  same_work = may_be_one,
  tie_order = { "date", "-track_count", "id" },
}
