-- The shapes of providers' results, one for each kind: each field, its type, whether it is
-- required, and its meaning. The shared suite (lib/spec/contract.lua) checks every provider
-- against them. docs/services-own.md says what the types are.

local sorted_names = require("lib.sorted_names")

local shapes = {}

local function required(type_name) return { type = type_name, required = true } end
local function optional(type_name) return { type = type_name } end

local fields = {
  track = {
    id = required("id"), -- the service's identifier of the recording
    title = required("text"), -- as the service spells it
    artist = optional("text"), -- all artists as they are credited; untagged files have none
    artists = optional("texts"), -- the same names one by one
    album = optional("text"), -- the release that it is on
    album_artist = optional("text"), -- the artist of that release, where another one
    release_date = optional("date"), -- when it first came out: a day, month or year
    duration = optional("number"), -- seconds
    isrc = optional("text"), -- the recording's code (ISO 3901)
    track_count = optional("integer"), -- tracks of the release, or of the disc
    track_number = optional("integer"), -- its place on the disc
    disc_number = optional("integer"), -- the disc, 1 and more
    disc_count = optional("integer"), -- discs of the release
    genres = optional("texts"), -- names
    disambiguation = optional("text"), -- what tells it from others of its name: live, demo
    is_explicit = optional("boolean"), -- whether its words are marked as explicit
    is_video = optional("boolean"), -- true of a video of the song
    artwork_url = optional("text"), -- a picture of 600 pixels
    preview_url = optional("text"), -- a part of it to listen to
    releases = optional("texts"), -- the identifiers of its releases; only where they are asked for
  },
  release = {
    id = required("id"), -- the service's identifier
    title = required("text"), -- as the service spells it
    artist = required("text"), -- all artists as they are credited
    release_date = optional("date"), -- a day, month or year
    country = optional("text"), -- the two letters of the country where it came out
    track_count = optional("integer"), -- tracks on all its media
    barcode = optional("text"), -- digits, as the service has them
    label = optional("text"), -- the first label
    catalogue_number = optional("text"), -- the number of that label
    format = optional("text"), -- its media: CD, 12" Vinyl
    status = optional("text"), -- as the service calls it: Official, Bootleg
    type = optional("text"), -- the kind of its group: Album, EP, Single
    group = optional("id"), -- the identifier of what its editions have in common
    first_date = optional("date"), -- when the first of these came out
    artist_ids = optional("texts"), -- the identifiers of the artists
    disc_count = optional("integer"), -- its media
    tracks = optional("list"), -- tracks in their order; look-ups alone have them
  },
  work = {
    id = required("id"), -- the service's identifier
    title = required("text"), -- as the service spells it
    iswc = optional("text"), -- the work's code (ISO 15707)
    writers = required("texts"), -- composers, lyricists and writers
    aliases = required("texts"), -- other titles
  },
  person = {
    id = required("id"), -- the service's identifier
    name = required("string"), -- as the service spells it; "" when it does not say
    sort_name = optional("text"), -- as lists are sorted: Weeknd, The
    aliases = optional("texts"), -- other names
    disambiguation = optional("text"), -- what tells them from others of the name: English singer
    born = optional("date"), -- a day, month or year
    died = optional("date"), -- the same
  },
  book = {
    source = required("text"), -- the provider's name
    key = required("text"), -- the service's identifier
    title = required("text"), -- without the subtitle
    subtitle = optional("text"), -- the subtitle
    author = required("texts"), -- names
    year = optional("integer"), -- of the first edition that the service knows
    numbers = required("texts"), -- ISBNs of all its editions
    isbn = optional("text"), -- the ISBN that was looked for, when it is among them
    edition_isbn = optional("text"), -- the ISBN of the edition that fits the question best
    edition_publisher = optional("text"), -- the publisher of that edition
    edition_language = optional("text"), -- the language of that edition
    pages = optional("integer"), -- 1 and more
    language = optional("text"), -- the code of ISO 639-1, or of 639-2
    publishers = required("texts"), -- names
    description = optional("text"), -- what it is about
    cover = optional("text"), -- the address of a picture
    cover_check = optional("text"), -- an address that shows whether there is one
  },
  film = {
    key = required("text"), -- type and identifier: movie/5
    type = required("text"), -- movie or tv
    id = required("id"), -- the service's identifier
    title = required("text"), -- as the service spells it
    original_title = optional("text"), -- in its own language, where it differs
    alternative_titles = optional("texts"), -- other titles
    date = optional("day"), -- of the first showing
    year = optional("integer"), -- of that day
    rating = optional("number"), -- above 0, at most 10
    votes = required("integer"), -- how many rated it
    popularity = required("number"), -- 0 and more
    poster = optional("text"), -- the address of a picture
    overview = optional("text"), -- what it is about
    genre_ids = optional("list"), -- the service's numbers of genres
    tagline = optional("text"), -- one line about it
    genres = optional("texts"), -- names
    language = optional("text"), -- of the original
    cast = optional("texts"), -- names
    directors = optional("texts"), -- names; of a series who created it
    minutes = optional("integer"), -- its length
    seasons = optional("integer"), -- of a series
    certification = optional("text"), -- for whom it is fit
    imdb = optional("text"), -- IMDb's identifier
    tvdb = optional("integer"), -- TheTVDB's identifier
    videos = optional("list"), -- trailers and others
  },
}

local function is_text(value)
  return type(value) == "string" and value:find("%S") ~= nil and utf8.len(value) ~= nil
end

local function is_list(value)
  return type(value) == "table" and (next(value) == nil or #value > 0)
end

local function is_day(value)
  return is_text(value) and value:find("^%d%d%d%d%-%d%d%-%d%d$") ~= nil
end

local types = {
  string = function(value) return type(value) == "string" and utf8.len(value) ~= nil end,
  text = is_text,
  id = function(value) return is_text(value) or math.type(value) == "integer" end,
  integer = function(value) return math.type(value) == "integer" end,
  number = function(value)
    return type(value) == "number" and value == value and math.abs(value) < math.huge
  end,
  boolean = function(value) return type(value) == "boolean" end,
  day = is_day,
  date = function(value)
    return is_day(value) or is_text(value) and (value:find("^%d%d%d%d%-%d%d$") ~= nil
      or value:find("^%d%d%d%d$") ~= nil)
  end,
  list = is_list,
  texts = function(value)
    if not is_list(value) then return false end
    for _, item in ipairs(value) do
      if not is_text(item) then return false end
    end
    return true
  end,
}

--- Returns the kinds in the order of their names.
function shapes.kinds() return sorted_names(fields) end

--- Returns the fields of a kind, by name: {type, required}; nil for an unknown kind.
function shapes.fields(kind) return fields[kind] end

--- Returns the fault of a result of a kind; nil without one.
function shapes.flaw(kind, result)
  local known = fields[kind]
  if not known then return ("there is no shape '%s'"):format(tostring(kind)) end
  if type(result) ~= "table" then return ("a %s is a table"):format(kind) end
  for name, rule in pairs(known) do
    local value = result[name]
    if value == nil and rule.required then return ("%s has no %s"):format(kind, name) end
    if value ~= nil and not types[rule.type](value) then
      return ("%s.%s is not of type %s"):format(kind, name, rule.type)
    end
  end
  for name in pairs(result) do
    if not known[name] then return ("%s has a field '%s' of no shape"):format(kind, name) end
  end
  return nil
end

return shapes
