-- Google Books' answers to a search by title and author.

local changed = require("lib.changed")

local docs = "https://developers.google.com/books/docs/v1/reference/volumes"
local errors = "https://developers.google.com/books/docs/v1/reference/error"

local site = "http://books.google.com/books"

local function links(id)
  local content = site .. "/content?id=" .. id .. "&printsec=frontcover&img=1"
  return {
    smallThumbnail = content .. "&zoom=5&edge=curl&source=gbs_api",
    thumbnail = content .. "&zoom=1&edge=curl&source=gbs_api",
  }
end

-- A volume; `info` are the members of volumeInfo besides those that all have.
local function volume(id, info, more)
  local all = changed({
    title = "Harbour Tales", readingModes = { text = false, image = true }, printType = "BOOK",
    maturityRating = "NOT_MATURE", allowAnonLogging = false, contentVersion = "0.0.1.0.preview.1",
    panelizationSummary = { containsEpubBubbles = false, containsImageBubbles = false },
    language = "en", previewLink = site .. "?id=" .. id .. "&dq=intitle&hl=&cd=1&source=gbs_api",
    infoLink = site .. "?id=" .. id .. "&dq=intitle&hl=&source=gbs_api",
    canonicalVolumeLink = "https://books.google.com/books/about/Harbour_Tales.html?hl=&id=" .. id,
  }, info)
  return changed({
    kind = "books#volume", id = id, etag = "f0zKg75Mx/I",
    selfLink = "https://www.googleapis.com/books/v1/volumes/" .. id, volumeInfo = all,
    saleInfo = { country = "US", saleability = "NOT_FOR_SALE", isEbook = false },
    accessInfo = {
      country = "US", viewability = "NO_PAGES", embeddable = false, publicDomain = false,
      textToSpeechPermission = "ALLOWED", epub = { isAvailable = false },
      pdf = { isAvailable = false }, accessViewStatus = "NONE", quoteSharingAllowed = false,
      webReaderLink = "http://play.google.com/books/reader?id=" .. id .. "&hl=&source=gbs_api",
    },
    searchInfo = { textSnippet = "Boats &amp; lamps." },
  }, more)
end

local function found(items, count)
  return { kind = "books#volumes", totalItems = count or #items, items = items }
end

-- Google's form of a refusal. `more`: status and details of newer ones.
local function refusal(code, reason, message, more)
  local err = changed({
    code = code, message = message,
    errors = { { message = message, domain = "global", reason = reason } },
  }, more)
  return { error = err }
end

local function detail(reason)
  return { { ["@type"] = "type.googleapis.com/google.rpc.ErrorInfo", reason = reason,
    domain = "googleapis.com", metadata = { service = "books.googleapis.com" } } }
end

local full = volume("HarbourT0001", {
  subtitle = "A Voyage", authors = { "Ada Lune" }, publisher = "Penwith Books",
  publishedDate = "1954-09-17",
  description = "<p>Boats <b>and</b> lamps&#8230;<br>Tales &amp; songs</p>",
  industryIdentifiers = {
    { type = "ISBN_10", identifier = "0306406152" },
    { type = "ISBN_13", identifier = "9780306406157" },
  },
  pageCount = 312, categories = { "Fiction" }, averageRating = 4.5, ratingsCount = 12,
  imageLinks = links("HarbourT0001"),
})

return {
  source = docs, date = "2026-11-27",
  url = "GET https://www.googleapis.com/books/v1/volumes*",
  ask = { "search", {
    title = "Harbour Tales", author = "Ada Lune", known_isbn = "9780306406157",
  } },
  mock = {
    path = "/google_books/volumes", headers = { ["x-goog-api-key"] = "AIzaSyMock" },
    query = { q = 'inauthor:"Beatriz Varga"', maxResults = 40, printType = "books" },
  },
  answers = {
    { name = "a volume with everything", class = "ok",
      odd = "descriptions are HTML, links to covers plain http", json = found({ full }),
      gives = { {
        source = "google_books", key = "HarbourT0001", title = "Harbour Tales",
        subtitle = "A Voyage", author = { "Ada Lune" }, year = 1954, pages = 312, language = "en",
        numbers = { "0306406152", "9780306406157" }, isbn = "9780306406157",
        publishers = { "Penwith Books" }, description = "Boats and lamps…\nTales & songs",
        cover = "https://books.google.com/books/content?id=HarbourT0001&printsec=frontcover&img=1"
          .. "&zoom=1&edge=curl&source=gbs_api",
      } } },
    { name = "a volume that has only a title", class = "ok", odd = "members are missing, not null",
      json = found({ volume("HarbourT0002") }),
      gives = { {
        key = "HarbourT0002", author = {}, numbers = {}, publishers = {}, year = false,
        pages = false, description = false, cover = false, isbn = false, subtitle = false,
      } } },
    { name = "several volumes", class = "ok",
      odd = "totalItems is an estimate that changes from page to page",
      json = found({
        full,
        volume("HarbourT0003", { authors = { "Ada Lune", "Ines Brink" }, publishedDate = "1999-03",
          language = "pt-BR" }),
        volume("HarbourT0004", { publishedDate = "2011", title = "Tales of a Harbour" }),
      }, 1745),
      gives = {
        { key = "HarbourT0001" },
        { key = "HarbourT0003", author = { "Ada Lune", "Ines Brink" }, year = 1999,
          language = "pt" },
        { key = "HarbourT0004", year = 2011 },
      } },
    { name = "dates that are not days", class = "ok",
      odd = "some have a star, a question mark or nothing that is a year",
      json = found({
        volume("HarbourT0005", { publishedDate = "1954*" }),
        volume("HarbourT0006", { publishedDate = "195?" }),
        volume("HarbourT0007", { publishedDate = "0101-01-01" }),
        volume("HarbourT0009", { publishedDate = "9999" }),
      }),
      gives = { { year = 1954 }, { year = false }, { key = "HarbourT0007", year = false },
        { year = false } } },
    { name = "a publisher in quotes, and names that come twice", class = "ok",
      odd = "the quotes are part of the text",
      json = found({ volume("HarbourT0010", { publisher = '"O\'Reilly Media, Inc."',
        authors = { "Ada Lune", "Ines Brink ", "Ada Lune" } }) }),
      gives = { { publishers = { "O'Reilly Media, Inc." }, author = { "Ada Lune",
        "Ines Brink" } } } },
    { name = "numbers of libraries beside ISBNs", class = "ok",
      odd = "old scans have numbers of their library (OTHER), periodicals ISSN",
      json = found({ volume("HarbourT0008", { industryIdentifiers = {
        { type = "OTHER", identifier = "UOM:39015012345678" },
        { type = "ISSN", identifier = "00280836" },
        { type = "ISBN_13", identifier = "9780306406157" },
      } }) }),
      gives = { { numbers = { "9780306406157" }, isbn = "9780306406157" } } },
    { name = "a language that is not known", class = "ok",
      odd = "und stands for an unknown language, iw for Hebrew, zh-TW has a region",
      json = found({
        volume("HarbourT0009", { language = "und" }), volume("HarbourT0010", { language = "iw" }),
        volume("HarbourT0011", { language = "zh-TW" }),
      }),
      gives = { { language = false }, { language = "he" }, { language = "zh" } } },
    { name = "only a small cover, and no pages", class = "ok",
      json = found({ volume("HarbourT0012", {
        pageCount = 0, imageLinks = { smallThumbnail = links("HarbourT0012").smallThumbnail },
      }) }),
      gives = { { pages = false,
        cover = "https://books.google.com/books/content?id=HarbourT0012&printsec=frontcover&img=1"
          .. "&zoom=5&edge=curl&source=gbs_api" } } },
    { name = "a volume of a series", class = "ok",
      source = "https://github.com/xlcnd/isbnlib/issues/146",
      odd = "the number of the volume stands in seriesInfo, not in the title",
      json = found({ volume("HarbourT0013", { pageCount = 48, seriesInfo = {
        kind = "books#volume_series_info", bookDisplayNumber = "8",
        volumeSeries = { { seriesId = "x", seriesBookType = "COLLECTED_EDITION",
          orderNumber = 8 } },
      } }) }),
      gives = { { key = "HarbourT0013", title = "Harbour Tales", pages = 48 } } },
    { name = "an entry without volumeInfo", class = "ok",
      json = found({ { kind = "books#volume", id = "HarbourT0014", etag = "x" }, full }),
      gives = { { key = "HarbourT0001" } } },
    { name = "an error with a good status", class = "refused", odd = "status 200",
      json = { error = { message = "Backend Error" } }, says = "it says: Backend Error" },
    { name = "a refusal of the gateway", class = "lasting", status = 403, type = "text/html",
      body = "<html><title>403 Forbidden</title></html>", says = "the gateway in front of" },
    { name = "nothing found", class = "empty", odd = "there is no member items",
      json = { kind = "books#volumes", totalItems = 0 } },
    { name = "nothing left on this page", class = "empty",
      odd = "totalItems may say more than there is",
      json = { kind = "books#volumes", totalItems = 41 } },
    { name = "a bad question", class = "refused", status = 400, source = errors,
      json = refusal(400, "invalidParameter", "Invalid value '99'. Values must be within the "
        .. "range: [0, 40]", { errors = { {
          message = "Invalid value '99'. Values must be within the range: [0, 40]",
          domain = "global", reason = "invalidParameter", locationType = "parameter",
          location = "maxResults",
        } } }),
      says = "Values must be within the range", fails = { status = 400 } },
    { name = "a key that it does not know", class = "lasting", status = 400,
      source = "https://github.com/vivet/GoogleApi/issues/375",
      odd = "an unknown key is a bad request, not 401",
      json = refusal(400, "badRequest", "API key not valid. Please pass a valid API key.",
        { status = "INVALID_ARGUMENT", details = detail("API_KEY_INVALID") }),
      mock = { path = "/google_books/volumes", query = { q = "harbour" },
        headers = { ["x-goog-api-key"] = "refused" } },
      says = "Google Books refuses the key: API key not valid", fails = { kind = "token" } },
    { name = "a key that has expired", class = "lasting", status = 400,
      source = "https://cloud.google.com/apis/design/errors",
      json = refusal(400, "badRequest", "API key expired. Please renew the API key.",
        { status = "INVALID_ARGUMENT", details = detail("API_KEY_INVALID") }),
      fails = { kind = "token" } },
    { name = "a project without the Books API", class = "lasting", status = 403,
      source = "https://github.com/anpigon/obsidian-book-search-plugin/issues/156",
      json = refusal(403, "accessNotConfigured", "Books API has not been used in project 123456 "
        .. "before or it is disabled.",
        { status = "PERMISSION_DENIED", details = detail("SERVICE_DISABLED") }),
      fails = { kind = "token" } },
    { name = "a key for other addresses", class = "lasting", status = 403,
      source = "https://github.com/anpigon/obsidian-book-search-plugin/issues/152",
      json = refusal(403, "ipRefererBlocked", "The provided API key has an IP address restriction. "
        .. "The originating IP address of the call (192.0.2.7) violates this restriction."),
      fails = { kind = "token" } },
    { name = "a key for pages of a site", class = "lasting", status = 403,
      odd = "the old reason says no more than the status",
      json = refusal(403, "forbidden", "Requests from referer <empty> are blocked.",
        { status = "PERMISSION_DENIED", details = detail("API_KEY_HTTP_REFERRER_BLOCKED") }),
      says = "Google Books refuses the key: Requests from referer <empty> are blocked",
      fails = { kind = "token" } },
    { name = "a key of a project that is suspended", class = "lasting", status = 403,
      json = refusal(403, "forbidden", "Permission denied: Consumer has been suspended.",
        { status = "PERMISSION_DENIED", details = detail("CONSUMER_SUSPENDED") }),
      says = "refuses the key", fails = { kind = "token" } },
    { name = "a country that it cannot tell", class = "lasting", status = 403, source = errors,
      json = refusal(403, "unknownLocation", "Cannot determine user location for geographically "
        .. "restricted operation."),
      mock = { path = "/google_books/volumes", query = { q = "harbour" },
        headers = { ["x-goog-api-key"] = "nowhere" } },
      says = "google_books.country", fails = { kind = "forbidden" } },
    { name = "the day's quota of everybody", class = "limit", status = 429,
      source = "https://github.com/next-l/enju_leaf/issues/2034",
      json = refusal(429, "rateLimitExceeded", "Quota exceeded for quota metric 'Queries' and "
        .. "limit 'Queries per day' of service 'books.googleapis.com' for consumer "
        .. "'project_number:123456'.",
        { status = "RESOURCE_EXHAUSTED", details = detail("RATE_LIMIT_EXCEEDED") }),
      mock = { path = "/google_books/volumes", query = { q = "harbour" } },
      fails = { kind = "paused" } },
    { name = "too many in a short time", class = "limit", status = 403, source = errors,
      odd = "a limit of requests is 403",
      json = refusal(403, "userRateLimitExceeded", "User Rate Limit Exceeded"),
      mock = { path = "/google_books/volumes", query = { q = "harbour" }, is_limited = true,
        headers = { ["x-goog-api-key"] = "AIzaSyMock" } },
      fails = { kind = "paused", upstream = "google_books" } },
    { name = "too many, with a time", class = "limit", status = 429,
      headers = { ["Retry-After"] = "30" }, source = errors,
      json = refusal(429, "rateLimitExceeded", "Rate Limit Exceeded") },
    { name = "short of machines, then well again", class = "ok",
      source = "https://github.com/curtismchale/obsidian-book-search-plus/issues/26",
      first = { { status = 503, body = "" }, { status = 503, json = refusal(503, "backendFailed",
        "Service temporarily unavailable.", { status = "UNAVAILABLE" }) } },
      json = found({ full }), gives = { { key = "HarbourT0001" } } },
    { name = "short of machines", class = "passing", status = 503,
      source = "https://github.com/anpigon/obsidian-book-search-plugin/issues/160",
      json = refusal(503, "backendFailed", "Service temporarily unavailable.",
        { status = "UNAVAILABLE" }) },
    { name = "the gateway's page", class = "passing", status = 502,
      source = "https://github.com/simstudioai/sim/pull/3210",
      body = "<!DOCTYPE html>\n<html lang=en>\n<title>Error 502 (Server Error)!!1</title>\n<p>"
        .. "<b>502.</b> <ins>That’s an error.</ins>\n",
      type = "text/html; charset=UTF-8" },
    { name = "the page for robots", class = "limit", status = 429,
      source = "https://github.com/xlcnd/isbnlib/issues/50",
      body = "<html><head><title>Sorry...</title></head><body><p>We're sorry... but your computer "
        .. "or network may be sending automated queries.</p></body></html>",
      type = "text/html" },
  },
}
