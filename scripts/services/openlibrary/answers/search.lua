-- Open Library's answers to a search by title and author. Its documents have the fields that were
-- asked for, as far as the work has them: nothing is null.

local docs = "https://openlibrary.org/dev/docs/api/search"
local code = "https://github.com/internetarchive/openlibrary/blob/master/openlibrary/"
local source_code = code .. "fastapi/search.py"
local none = mix.json.array({})

local function found(list, count)
  return {
    numFound = count or #list, start = 0, numFoundExact = true, num_found = count or #list,
    documentation_url = docs, q = "", offset = mix.json.null,
    docs = #list > 0 and list or none,
  }
end

local function editions(list)
  return { numFound = #list, start = 0, numFoundExact = true, docs = list }
end

local full = {
  author_name = { "Ada Lune" }, cover_i = 8231990, first_publish_year = 1954,
  isbn = { "9780306406157", "0306406152", "9783608000016" }, key = "/works/OL7300001W",
  language = { "eng" }, number_of_pages_median = 312,
  publisher = { "Penwith Books", "Verlag am Park" }, subtitle = "a voyage", title = "Harbour Tales",
  editions = editions({ {
    key = "/books/OL7300101M", isbn = { "0306406152", "9780306406157" }, language = { "eng" },
    publisher = { "Penwith Books" },
  } }),
}

local german = { key = "/books/OL7300103M", title = "Hafengeschichten", subtitle = "eine Fahrt",
  isbn = { "9783608000016" }, language = { "ger" }, publisher = { "Verlag am Park" } }

return {
  source = docs, date = "2026-11-27",
  url = "GET https://openlibrary.org/search.json*",
  ask = { "search", {
    title = "Harbour Tales", author = "Ada Lune", language = "en", known_isbn = "9780306406157",
  } },
  mock = { path = "/openlibrary/search.json", query = {
    author = "Beatriz Varga", limit = 100,
    fields = "key,title,subtitle,author_name,first_publish_year,isbn,cover_i,language,"
      .. "number_of_pages_median,publisher,editions,editions.key,editions.isbn,"
      .. "editions.language,editions.publisher,editions.title,editions.subtitle",
  } },
  explained = { ["docs[].isbn[] null"] = "damaged on purpose" },
  answers = {
    { name = "one work with everything", class = "ok", json = found({ full }),
      gives = { {
        source = "openlibrary", key = "OL7300001W", title = "Harbour Tales", subtitle = "a voyage",
        author = { "Ada Lune" }, year = 1954, isbn = "9780306406157", pages = 312, language = "en",
        numbers = { "9780306406157", "0306406152", "9783608000016" },
        publishers = { "Penwith Books", "Verlag am Park" },
        edition_isbn = "0306406152", edition_publisher = "Penwith Books", edition_language = "en",
        cover = "https://covers.openlibrary.org/b/id/8231990-L.jpg",
        cover_check = "https://covers.openlibrary.org/b/id/8231990-S.jpg?default=false",
      } } },
    { name = "a work of which it knows only the title", class = "ok",
      odd = "members are missing, not null",
      json = found({ { key = "/works/OL7300002W", title = "Harbour Tales",
        editions = editions({ { key = "/books/OL7300102M" } }) } }),
      gives = { {
        key = "OL7300002W", author = {}, year = false, numbers = {}, isbn = false, pages = false,
        language = false, publishers = {}, cover = false, cover_check = false, subtitle = false,
        edition_isbn = false, edition_language = false,
      } } },
    { name = "several works, in the service's order", class = "ok",
      json = found({
        full,
        { key = "/works/OL7300003W", title = "Harbour Tales Retold",
          author_name = { "Ada Lune", "Ines Brink" }, first_publish_year = 2011,
          language = { "eng", "fre" } },
        { key = "/works/OL7300004W", title = "Tales of a Harbour", author_name = { "Bo Marsh" } },
      }, 41),
      gives = {
        { key = "OL7300001W", isbn = "9780306406157" },
        { key = "OL7300003W", author = { "Ada Lune", "Ines Brink" }, language = false, year = 2011,
          isbn = false },
        { key = "OL7300004W", author = { "Bo Marsh" } },
      } },
    { name = "numbers with remarks, and a year that cannot be", class = "ok",
      odd = "librarians type them: one is an integer, one has its binding behind it",
      json = found({ { key = "/works/OL7300008W", title = " Harbour  &amp;\nTales : ",
        author_name = { "Ada Lune", "Ada Lune" }, first_publish_year = 0,
        publisher = "Penwith Books",
        isbn = { "0-306-40615-2 (pbk.)", 9780306406157, mix.json.null } } }),
      gives = { { title = "Harbour & Tales", author = { "Ada Lune" }, year = false,
        publishers = { "Penwith Books" }, numbers = { "0306406152", "9780306406157" } } } },
    { name = "an edition in another language than the wanted one", class = "ok",
      odd = "the wanted language only sorts: without one in it, the first edition is any",
      json = found({ {
        key = "/works/OL7300001W", title = "Harbour Tales", author_name = { "Ada Lune" },
        isbn = { "9783608000016" }, language = { "ger", "eng" }, publisher = { "Verlag am Park" },
        editions = editions({ { key = "/books/OL7300103M", isbn = { "9783608000016" },
          language = { "ger" }, publisher = { "Verlag am Park" } } }),
      } }),
      gives = { {
        numbers = { "9783608000016" }, edition_isbn = false, edition_publisher = false,
        edition_language = false, language = false, isbn = false,
      } } },
    { name = "a translation, which is found by its own title", class = "ok",
      source = "https://github.com/internetarchive/openlibrary/issues/448",
      odd = "the work has the title of the original, its edition the one that was asked for",
      ask = { "search", { title = "Hafengeschichten", author = "Ada Lune" } },
      json = found({ {
        key = "/works/OL7300001W", title = "Harbour Tales", subtitle = "a voyage",
        author_name = { "Ada Lune" }, editions = editions({ german }),
      } }),
      gives = { { key = "OL7300001W", title = "Hafengeschichten", subtitle = "eine Fahrt" } } },
    { name = "a work that has just the wanted title, and an edition that has it", class = "ok",
      ask = { "search", { title = "Hafengeschichten" } },
      json = found({
        { key = "/works/OL7300001W", title = "Harbour Tales", editions = editions({ german }) },
        { key = "/works/OL7300012W", title = "Hafengeschichten" },
      }),
      gives = { { title = "Harbour Tales" }, { title = "Hafengeschichten" } } },
    { name = "a language that ISO 639-1 lacks", class = "ok",
      odd = "codes are those of MARC: ger, fre, grc (ancient Greek), und (not known), old ones",
      json = found({
        { key = "/works/OL7300005W", title = "Νόστος", author_name = { "Ἄννα" },
          language = { "grc" } },
        { key = "/works/OL7300006W", title = "Harbour Tales", language = { "und" } },
        { key = "/works/OL7300007W", title = "Scéalta", language = { "iri" } },
      }),
      gives = { { title = "Νόστος", language = "grc" }, { language = false },
        { language = "ga" } } },
    { name = "pictures without a picture", class = "ok",
      source = "https://openlibrary.org/dev/docs/api/covers",
      odd = "-1 stands where a cover was deleted",
      json = found({ { key = "/works/OL7300001W", title = "Harbour Tales", cover_i = -1 } }),
      gives = { { cover = false, cover_check = false } } },
    { name = "numbers with hyphens, blanks and too few digits", class = "ok",
      source = code .. "solr/updater/edition.py",
      odd = "what librarians typed goes into the index as it is, hyphens too",
      json = found({ { key = "/works/OL7300001W", title = "Harbour Tales",
        isbn = { "978-0-306-40615-7", " 0306406 ", "" }, number_of_pages_median = 0 } }),
      gives = { { isbn = "9780306406157", numbers = { "9780306406157", "0306406" },
        pages = false } } },
    { name = "entries that are not works", class = "ok",
      source = code .. "plugins/upstream/mybooks.py",
      odd = "editions without a work come with the key of the edition; a deleted one is nameless",
      json = found({
        { key = "/books/OL7300109M", title = "Harbour Tales" },
        { key = "/works/OL7300008W" }, { key = "/works/OL7300009W", title = "" }, full,
      }),
      gives = { { key = "OL7300001W" } } },
    { name = "nothing found", class = "empty", json = found({}) },
    { name = "fewer words than it takes", class = "refused", status = 422, source = source_code,
      json = { detail = { {
        type = "value_error", loc = { "query", "q" },
        msg = "Value error, Query too short, must be at least 3 characters", input = "a",
        ctx = { error = mix.json.decode("{}") },
      } } },
      fails = { status = 422 } },
    { name = "too many requests", class = "limit", status = 429,
      source = "https://github.com/internetarchive/openlibrary/issues/12415",
      odd = "no Retry-After",
      mock = { path = "/openlibrary/search.json", query = { q = "harbour" }, is_limited = true },
      json = { status = 429, message = "Too Many Requests. Consider using "
        .. "https://openlibrary.org/developers/dumps." } },
    { name = "an address that it does not want", class = "lasting", status = 403,
      source = "https://github.com/zamnzim/Libreseerr/issues/9",
      body = "<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 "
        .. "Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n",
      type = "text/html" },
    { name = "no server behind the balancer", class = "passing", status = 503,
      source = "https://github.com/internetarchive/openlibrary/issues/6804",
      body = "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this "
        .. "request.\n</body></html>\n",
      type = "text/html" },
    { name = "its search engine took too long", class = "passing", status = 500,
      source = "https://github.com/internetarchive/openlibrary/issues/11587",
      body = "Internal Server Error", type = "text/plain; charset=utf-8" },
    { name = "a page with status 200", class = "passing", status = 200,
      source = "https://github.com/internetarchive/openlibrary/issues/9948",
      odd = "while the service is offline, a notice stands at every address",
      body = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Temporarily Offline</title></head>"
        .. "<body><h1>Temporarily Offline</h1></body></html>",
      type = "text/html; charset=utf-8" },
    { name = "its site is not set up", class = "passing", status = 500,
      source = "https://github.com/internetarchive/openlibrary/issues/10102",
      json = { error = "internal_error", message = "get_site(openlibrary.org) failed" } },
    { name = "half of an answer", class = "refused",
      source = "https://github.com/internetarchive/openlibrary/issues/4500",
      odd = "the last brackets are missing",
      body = '{"numFound": 1, "start": 0, "docs": [{"key": "/works/OL7300001W", "title": "Harb',
      type = "application/json" },
    { name = "an answer cut to its counts", class = "refused", source = source_code,
      odd = "when its search engine fails, docs may be missing",
      json = { numFound = 0, start = 0, numFoundExact = true, num_found = 0, q = "",
        documentation_url = docs, offset = mix.json.null },
      says = "has no docs" },
  },
}
