-- The shapes of providers' results, one for each kind: each field, its type, whether it is
-- required, and its meaning. The shared suite (lib/spec/contract.lua) checks every provider
-- against them; docs/services-own.md shows them.

local shapes = {}

local function field(type_name, doc, required)
  return { type = type_name, doc = doc, required = required == "required" }
end

local fields = {
  track = {
    id = field("id", "the service's identifier of the recording", "required"),
    title = field("text", "as the service spells it", "required"),
    artist = field("text", "all artists as they are credited; untagged files have none"),
    artists = field("texts", "the same names one by one"),
    album = field("text", "the release that it is on"),
    album_artist = field("text", "the artist of that release, where another one"),
    release_date = field("date", "when it first came out: a day, month or year"),
    duration = field("number", "seconds"),
    isrc = field("text", "the recording's code (ISO 3901)"),
    track_count = field("integer", "tracks of the release, or of the disc"),
    track_number = field("integer", "its place on the disc"),
    disc_number = field("integer", "the disc, 1 and more"),
    disc_count = field("integer", "discs of the release"),
    genres = field("texts", "names"),
    is_explicit = field("boolean", "whether its words are marked as explicit"),
    is_video = field("boolean", "true of a video of the song"),
    artwork_url = field("text", "a picture of 600 pixels"),
    preview_url = field("text", "a part of it to listen to"),
    releases = field("texts", "the identifiers of its releases; only where they are asked for"),
  },
  release = {
    id = field("id", "the service's identifier", "required"),
    title = field("text", "as the service spells it", "required"),
    artist = field("text", "all artists as they are credited", "required"),
    release_date = field("date", "a day, month or year"),
    country = field("text", "the two letters of the country where it came out"),
    track_count = field("integer", "tracks on all its media"),
    barcode = field("text", "digits, as the service has them"),
    label = field("text", "the first label"),
    catalogue_number = field("text", "the number of that label"),
    status = field("text", "as the service calls it: Official, Bootleg"),
    type = field("text", "the kind of its group: Album, EP, Single"),
    group = field("id", "the identifier of what its editions have in common"),
    first_date = field("date", "when the first of these came out"),
    artist_ids = field("texts", "the identifiers of the artists"),
    disc_count = field("integer", "its media"),
    tracks = field("list", "tracks in their order; look-ups alone have them"),
  },
  work = {
    id = field("id", "the service's identifier", "required"),
    title = field("text", "as the service spells it", "required"),
    iswc = field("text", "the work's code (ISO 15707)"),
    writers = field("texts", "composers, lyricists and writers", "required"),
    aliases = field("texts", "other titles", "required"),
  },
  person = {
    id = field("id", "the service's identifier", "required"),
    name = field("string", "as the service spells it; \"\" when it does not say", "required"),
    sort_name = field("text", "as lists are sorted: Weeknd, The"),
    aliases = field("texts", "other names"),
  },
  book = {
    source = field("text", "the provider's name", "required"),
    key = field("text", "the service's identifier", "required"),
    title = field("text", "without the subtitle", "required"),
    subtitle = field("text", "the subtitle"),
    author = field("texts", "names", "required"),
    year = field("integer", "of the first edition that the service knows"),
    numbers = field("texts", "ISBNs of all its editions", "required"),
    isbn = field("text", "the ISBN that was looked for, when it is among them"),
    edition_isbn = field("text", "the ISBN of the edition that fits the question best"),
    edition_publisher = field("text", "the publisher of that edition"),
    edition_language = field("text", "the language of that edition"),
    pages = field("integer", "1 and more"),
    language = field("text", "the code of ISO 639-1, or of 639-2"),
    publishers = field("texts", "names", "required"),
    description = field("text", "what it is about"),
    cover = field("text", "the address of a picture"),
    cover_check = field("text", "an address that shows whether there is one"),
  },
  film = {
    key = field("text", "type and identifier: movie/5", "required"),
    type = field("text", "movie or tv", "required"),
    id = field("id", "the service's identifier", "required"),
    title = field("text", "as the service spells it", "required"),
    original_title = field("text", "in its own language, where it differs"),
    alternative_titles = field("texts", "other titles"),
    date = field("day", "of the first showing"),
    year = field("integer", "of that day"),
    rating = field("number", "above 0, at most 10"),
    votes = field("integer", "how many rated it", "required"),
    popularity = field("number", "0 and more", "required"),
    poster = field("text", "the address of a picture"),
    overview = field("text", "what it is about"),
    genre_ids = field("list", "the service's numbers of genres"),
    tagline = field("text", "one line about it"),
    genres = field("texts", "names"),
    language = field("text", "of the original"),
    cast = field("texts", "names"),
    directors = field("texts", "names; of a series who created it"),
    minutes = field("integer", "its length"),
    seasons = field("integer", "of a series"),
    certification = field("text", "for whom it is fit"),
    imdb = field("text", "IMDb's identifier"),
    tvdb = field("integer", "TheTVDB's identifier"),
    videos = field("list", "trailers and others"),
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
function shapes.kinds()
  local list = {}
  for kind in pairs(fields) do list[#list + 1] = kind end
  table.sort(list)
  return list
end

--- Returns the fields of a kind, by name: {type, doc, required}; nil for an unknown kind.
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
