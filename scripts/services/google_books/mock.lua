-- Imitates Google Books: the search for volumes, and a volume by its identifier. It wants a key:
-- those that begin with `refused` are not known, and `nowhere` is a country that nobody can tell.

local changed = require("lib.changed")
local ids = require("lib.mock.volume_ids")
local lists = require("lib.mock.lists")
local pictures = require("lib.mock.pictures")
local real_books = require("lib.mock.real_books")

local service = "google_books"
local usual_limit, most_limit, most_found = 10, 40, 200
-- One description in four is HTML in a search; a volume's own page has no other.
local html_every = 4

-- `more`: members of the error beside its code and message; `where`: those of its only detail.
local function refusal(status, reason, message, more, where)
  local detail = changed({ message = message, domain = "global", reason = reason }, where)
  return { status = status, json = { error = changed({ code = status, message = message,
    errors = mix.json.array({ detail }) }, more) } }
end

local function parameter(name) return { location = name, locationType = "parameter" } end

-- Members that Google's common frame adds to a refusal (google.rpc.Status).
local function rpc(status, reason)
  return { status = status, details = mix.json.array({ {
    ["@type"] = "type.googleapis.com/google.rpc.ErrorInfo", reason = reason,
    domain = "googleapis.com", metadata = { service = "books.googleapis.com" },
  } }) }
end

-- A key may stand in the address or in a field: Google's system parameters.
local function check(request)
  if request.path:find("^/google_covers/") then return nil end
  local key = request.query.key or request.headers["x-goog-api-key"]
  if not key then
    -- Calls without a key share a quota, which is spent.
    return refusal(429, "rateLimitExceeded",
      "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service "
        .. "'books.googleapis.com' for consumer 'project_number:123456'.",
      rpc("RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED"))
  elseif key:find("^refused") then
    return refusal(400, "badRequest", "API key not valid. Please pass a valid API key.",
      rpc("INVALID_ARGUMENT", "API_KEY_INVALID"))
  elseif key:find("^nowhere") and not request.query.country then
    return refusal(403, "unknownLocation",
      "Cannot determine user location for geographically restricted operation.", nil,
      parameter("country"))
  end
end

local languages = { eng = "en", fre = "fr", ger = "de", spa = "es" }
-- A day, a month or only a year.
local dates = { "%d", "%d-09", "%d-09-17" }

-- As HTML, with the marks and signs that the service writes.
local function html(text)
  text = text:gsub(" —", "&#8230;"):gsub("“(.-)”", "<b>“%1”</b>"):gsub("\n\n", "</p><p>")
  return ("<p>%s</p>"):format(text)
end

local function image_links(id)
  local function link(zoom)
    return ("http://books.google.com/books/content?id=%s&printsec=frontcover&img=1&zoom=%d"
      .. "&source=gbs_api"):format(id, zoom)
  end
  return { smallThumbnail = link(5), thumbnail = link(1) }
end

local function identifiers(editions)
  for _, edition in ipairs(editions) do
    if edition.is_listed then
      return mix.json.array({
        { type = "ISBN_10", identifier = edition.isbn10 },
        { type = "ISBN_13", identifier = edition.isbn13 },
      })
    end
  end
end

local function series_info(volume)
  return volume and {
    kind = "books#volume_series_info", bookDisplayNumber = tostring(volume.number),
    volumeSeries = mix.json.array({ {
      seriesId = (volume.series:gsub("%W", "")), seriesBookType = "COLLECTED_EDITION",
      orderNumber = volume.number,
    } }),
  }
end

local function volume_info(listing, id, is_page)
  local edition = listing.editions[1] or {}
  local authors = mix.json.array({})
  for _, author in ipairs(listing.authors) do authors[#authors + 1] = author.name end
  local description = listing.description
  local is_html = is_page or listing.book.index % html_every == 1
  -- Some are rated by readers.
  local is_rated = listing.book.index % 3 == 0
  local site = "http://books.google.com/books?id=" .. id
  return {
    title = listing.title, subtitle = listing.subtitle, authors = authors,
    publisher = edition.publisher,
    publishedDate = dates[listing.book.index % 3 + 1]:format(edition.year or listing.year),
    description = description and is_html and html(description) or description,
    industryIdentifiers = identifiers(listing.editions),
    readingModes = { text = false, image = false }, pageCount = edition.pages, printType = "BOOK",
    categories = mix.json.array({ listing.book.subject }), maturityRating = "NOT_MATURE",
    allowAnonLogging = false, contentVersion = "preview-1.0.0",
    panelizationSummary = { containsEpubBubbles = false, containsImageBubbles = false },
    imageLinks = listing.cover and image_links(id),
    averageRating = is_rated and 3 + listing.number % 5 / 2 or nil,
    ratingsCount = is_rated and 1 + listing.number % 90 or nil,
    seriesInfo = listing.kind == "work" and series_info(listing.book.volume) or nil,
    language = languages[listing.book.language] or "en",
    previewLink = site .. "&hl=&source=gbs_api", infoLink = site .. "&hl=&source=gbs_api",
    canonicalVolumeLink = "https://books.google.com/books/about/?id=" .. id,
  }
end

local function volume(listing, country, is_page)
  local id = ids.of(listing.number)
  return {
    kind = "books#volume", id = id, etag = "f0zKg75Mx/I",
    selfLink = "https://www.googleapis.com/books/v1/volumes/" .. id,
    volumeInfo = volume_info(listing, id, is_page),
    searchInfo = not is_page and listing.description and {
      textSnippet = listing.description:match("^[^.]*%."),
    } or nil,
    saleInfo = { country = country, saleability = "NOT_FOR_SALE", isEbook = false },
    accessInfo = {
      country = country, viewability = "NO_PAGES", embeddable = false, publicDomain = false,
      textToSpeechPermission = "ALLOWED", epub = { isAvailable = false },
      pdf = { isAvailable = false }, accessViewStatus = "NONE", quoteSharingAllowed = false,
      webReaderLink = ("http://play.google.com/books/reader?id=%s&hl=&source=gbs_api"):format(id),
    },
  }
end

local is_field = { intitle = true, inauthor = true, isbn = true }

-- Reads `intitle:glass harbour inauthor:"nora sato" isbn:…`. A field goes on to the next one, as
-- `intitle:the+glass+harbour` is mostly meant; strictly it would hold its first word, or what is in
-- quotes.
local function question(text)
  local texts, field, is_quoted = {}, "", false
  for word in text:gmatch("[^ ]+") do
    local name, rest = word:match("^([^:]*):(.*)$")
    if not is_quoted and is_field[name] then
      field, word = name, rest
      is_quoted = word:sub(1, 1) == '"'
    end
    texts[field] = ("%s %s"):format(texts[field] or "", word)
    if is_quoted and word:sub(-1) == '"' then is_quoted, field = false, "" end
    if field == "isbn" then field = "" end
  end
  return {
    title = texts.intitle or "", author = texts.inauthor or "", any = texts[""] or "",
    isbns = texts.isbn and { (texts.isbn:gsub('[" ]', "")) } or {},
  }
end

local function search(request)
  local query = request.query
  if not query.q then
    return refusal(400, "queryRequired", "Missing query.", nil, parameter("q"))
  end
  local limit = query:number("maxResults", usual_limit, 0, most_limit)
  if not limit then
    local message = "Invalid value '%s'. Values must be within the range: [0, 40]"
    return refusal(400, "invalidParameter", message:format(query.maxResults), nil,
      parameter("maxResults"))
  end
  local start = query:number("startIndex", 0, 0, 1 << 40) or 0
  local found = real_books.find(question(query.q), service, most_found)
  local items = lists.page(found, start, limit, function(listing)
    return volume(listing, query.country or "US")
  end)
  -- Without a match the member is missing, not empty.
  return { json = {
    kind = "books#volumes", totalItems = #found, items = #items > 0 and items or nil,
  } }
end

local function one(request)
  local number = ids.number(request.parts.id)
  local listing = number and real_books.listing(number, service)
  if not listing then return refusal(404, "notFound", "The volume ID could not be found.") end
  return { json = volume(listing, request.query.country or "US", true) }
end

return {
  is_unlimited = { "google_covers" },
  routes = {
    ["GET /google_books/volumes"] = search, ["GET /google_books/volumes/:id"] = one,
    ["GET /google_covers/books/content"] = function(request)
      local number = ids.number(request.query.id or "")
      return pictures.of_book(number and number // 8, "M")
    end,
  },
  check = check,
  limited = function(request)
    return check(request) or refusal(403, "userRateLimitExceeded", "User Rate Limit Exceeded")
  end,
}
