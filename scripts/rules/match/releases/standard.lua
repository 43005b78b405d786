-- Finds the wanted release in a shop or a collection. Album and artist must agree; barcode,
-- catalogue number, number of tracks, country, label and date decide between editions.

local artists = require("rules.lib.artists")
local calibrations = require("rules.data.calibrations")
local credits = require("rules.lib.credits")
local exactness = require("rules.lib.exactness")
local fields = require("rules.lib.fields")
local likeness = require("rules.lib.likeness")
local lists = require("rules.lib.lists")
local measures = require("rules.lib.measures")
local media = require("rules.lib.media")
local numbers = require("rules.lib.numbers")
local releases = require("rules.lib.releases")
local spelling = require("rules.lib.spelling")
local titles = require("rules.lib.titles")
local text = mix.text

local title_floor = 0.72

local countries = {
  uk = "gb", ["united kingdom"] = "gb", ["great britain"] = "gb", england = "gb", usa = "us",
  ["united states"] = "us", ["united states of america"] = "us", germany = "de", deutschland = "de",
  france = "fr", japan = "jp", italy = "it", spain = "es", netherlands = "nl", canada = "ca",
  australia = "au", europe = "xe", worldwide = "xw", sweden = "se", brazil = "br", russia = "ru",
}

-- An EAN or UPC as 13 digits; nil for anything else.
local function barcode(value)
  local digits = value and value:gsub("%D", "") or ""
  if #digits < 11 or #digits > 14 then return nil end
  digits = digits:gsub("^0+", "")
  return ("0"):rep(13 - #digits) .. digits
end

local function code(value)
  local plain = value and text.fold(value):gsub("[^%w]", "") or ""
  return plain ~= "" and plain or nil
end

-- Words before "edition" and "version" that name an edition without brackets.
local edition_words = {
  deluxe = true, expanded = true, legacy = true, anniversary = true, special = true, limited = true,
}

-- Puts what ends a title without brackets into them: "Boats Super Deluxe Edition", "Boats OST".
local function with_brackets(title)
  -- "(International Deluxe Edition)" is a deluxe edition.
  title = title:gsub("([%(%[])[%a ]-[Dd]eluxe[%a ]*([%)%]])", "%1Deluxe%2")
  local before = title:match("^(.+%S)%s+OST$")
  if before then return before .. " (OST)" end
  local rest, word, last = title:match("^([^%(%[]+%S)%s+(%a+)%s+(%a+)$")
  if not rest or not edition_words[word:lower()] then return title end
  last = last:lower()
  if last ~= "edition" and last ~= "version" then return title end
  local shorter, super = rest:match("^(.+%S)%s+(%S+)$")
  if shorter and (super:lower() == "super" or super:find("^%d+th$")) then
    rest, word = shorter, super .. " " .. word
  end
  return ("%s (%s %s)"):format(rest, word, last)
end

-- The words of a key with its numbers as digits, whatever they count.
local function counted(key) return numbers.read(key).words end

-- The title before a subtitle that says nothing but what kind of release it is, "Gold: Greatest
-- Hits", or that stands behind a number, "Boats II: Back to the Harbour"; nil for others.
local function plain_main(written)
  local main, sub = written:match("^([^:%(%[]*[^:%s])%s*:%s+([^%(%[]+)$")
  local key = main and counted(spelling.key(main))
  local _, kind = releases.kind(text.fold(sub or ""))
  return key and (kind == "compilation" or key:find(" %d+$")) and key or nil
end

local function read(record)
  -- No title is as long.
  local title, medium = media.take((fields.text(record.title, " ") or ""):sub(1, 1000))
  title = with_brackets(title)
  local reading = titles.parse(title)
  local format = fields.text(record.format, ", ")
  local artist = fields.text(record.artist, " & ")
  local credit = artist and credits.parse(artist)
  local country = fields.text(record.country, " ")
  country = country and text.fold(country)
  local label = fields.text(record.label, " ")
  return {
    core = reading.core, full = reading.full, extra = reading.extra, open = reading.open,
    masked = reading.masked, work = nil, strong = reading.strong, labels = reading.labels,
    soft = reading.soft, part = reading.part, artist = credit, everyone = credit and credit.set,
    date = measures.date(fields.text(record.date, " ")),
    country = country and (countries[country] or country),
    label = label and text.normalize(label):gsub(" records?$", ""):gsub(" recordings$", ""),
    catalogue_number = code(fields.text(record.catalogue_number, " ")),
    barcode = barcode(fields.text(record.barcode, " ")),
    tracks = tonumber(fields.text(record.track_count, " ")),
    medium = format and media.of(format) or medium,
    written = reading.plain, maker = artist, main = plain_main(reading.plain),
    -- With the number, whatever it counts: "Hits, Vol. 3" and "Hits III" are "hits 3".
    counted = counted(reading.full .. (reading.part and " " .. reading.part or "")),
  }
end

-- A key without its article and the artist's name before or behind it: "Ada Lune: Boats", "The Best
-- of Ada Lune".
local function without_artist(key, record)
  key = key:gsub("^the ", "")
  local name = record.artist and record.artist.whole
  if not name or #key <= #name + 1 then return key end
  if key:sub(1, #name + 1) == name .. " " then return key:sub(#name + 2) end
  return key:sub(-#name - 1) == " " .. name and key:sub(1, -#name - 2) or key
end

-- Whether one title is the other's main part. One named after its artist is not: "Ada Lune" is no
-- "Ada Lune: Greatest Hits".
local function same_main(a, b)
  return a.main ~= nil and a.main == b.counted and not (b.artist and b.artist.whole == b.full)
end

-- The likeness of titles that are the same but for how a number is written, the artist's name or a
-- subtitle that says the kind; nil for others.
local function otherwise_same(q, c)
  if q.counted == c.counted then return 0.98, "the same numbers" end
  if without_artist(q.full, q) == without_artist(c.full, c) then
    return 0.96, "the same but for the artist's name"
  end
  if same_main(q, c) or same_main(c, q) then return 0.95, "without the kind of release" end
  return nil
end

local function compare(q, c)
  local pair = { barcode = q.barcode and c.barcode and q.barcode == c.barcode }
  pair.title, pair.note, pair.letters = likeness.titles(q, c)
  local same, how = otherwise_same(q, c)
  pair.same_number = q.counted == c.counted or same_main(q, c) or same_main(c, q)
  if same and pair.title < same then pair.title, pair.note, pair.letters = same, how, same end
  if q.artist and c.artist then
    pair.artist, pair.artist_note = artists.likeness(q, c)
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

local function number_gate(q, c, pair)
  if pair.barcode or pair.same_number then return true end
  if q.part ~= c.part and q.part and c.part then return false, "another part" end
  if numbers.same(q.core, c.core) or numbers.same(q.full, c.full) then return true end
  return false, ("other numbers in the title: %s"):format(c.full)
end

-- Whether a record's title says without a remark that it was played live.
local function sounds_live(record)
  return (" " .. record.full .. " "):find(" unplugged ") ~= nil
    or (" " .. record.full .. " "):find(" live ") ~= nil or record.full:find("concert") ~= nil
end

-- A live, karaoke or remix album is another release; so is one with another barcode.
local function edition_gate(q, c, pair)
  if pair.barcode then return true end
  local tag = likeness.one_sided(q.strong, c.strong) or likeness.one_sided(c.strong, q.strong)
  if tag == "live" and sounds_live(q) and sounds_live(c) then tag = nil end
  if tag then return false, ("a %s album on one side"):format(tag) end
  if pair.barcode == false then return false, "another barcode" end
  if pair.number == false then return false, "another catalogue number" end
  return true
end

local function date_score(q, c)
  if not (q.date and c.date) then return nil end
  local short = math.min(#q.date, #c.date)
  if q.date:sub(1, short) == c.date:sub(1, short) then return 1, "the same date" end
  local apart = math.abs(tonumber(q.date:sub(1, 4)) - tonumber(c.date:sub(1, 4)))
  if apart == 0 then return 0.8, "the same year" end
  return apart == 1 and 0.5 or 0, ("%d years apart"):format(apart)
end

local function equal_score(field, other)
  return function(q, c)
    if not (q[field] and c[field]) then return nil end
    return q[field] == c[field] and 1 or other, q[field] == c[field] and "the same" or "another"
  end
end

local function label_score(q, c)
  if not (q.label and c.label) then return nil end
  return math.max(0.3, text.token_set_ratio(q.label, c.label)), c.label
end

-- "Deluxe" or "anniversary" on one side names another edition of the album.
local function edition_penalty(q, c)
  for _, label in ipairs({ "deluxe", "anniversary", "bonus" }) do
    if q.labels[label] ~= c.labels[label] then return 1, label .. " on one side" end
  end
  return 0
end

-- A record is another release than the disc. Where only the wanted one is known, others that are
-- known to be so come first.
local function other_medium(q, c, pair)
  if pair.barcode or pair.number or not q.medium or q.medium == c.medium then return 0 end
  if not c.medium then return 0.1, "the medium is not known" end
  return 1, ("%s, not %s"):format(c.medium, q.medium)
end

-- Whether two candidates may be one release, and so are not rivals: no fact that both have differs.
local function may_be_one(a, b)
  for _, field in ipairs({ "barcode", "catalogue_number", "country", "label", "tracks" }) do
    if a[field] and b[field] and a[field] ~= b[field] then return false end
  end
  if a.date and b.date and a.date:sub(1, 4) ~= b.date:sub(1, 4) then return false end
  return a.full == b.full and a.part == b.part and lists.same_keys(a.labels, b.labels)
    and lists.same_keys(a.soft, b.soft) and lists.same_keys(a.strong, b.strong)
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
      score = function(q, c, pair)
        if q.part == c.part or pair.same_number then return pair.title, pair.note end
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
    { name = "tracks", weight = 0.15, score = equal_score("tracks", 0), doc = "As many tracks." },
    { name = "country", weight = 0.06, score = equal_score("country", 0.3), doc = "The country." },
    { name = "label", weight = 0.06, score = label_score, doc = "The label." },
    { name = "medium", penalty = 0.2, score = other_medium, doc = "Vinyl, CD, cassette, files." },
    { name = "edition", penalty = 0.16, score = edition_penalty, doc = "Deluxe on one side." },
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
