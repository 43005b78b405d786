-- Google Books' answers to a search by ISBN.

local docs = "https://developers.google.com/books/docs/v1/using#PerformingSearch"

local function volume(id, info)
  return {
    kind = "books#volume", id = id, etag = "f0zKg75Mx/I",
    selfLink = "https://www.googleapis.com/books/v1/volumes/" .. id, volumeInfo = info,
  }
end

return {
  source = docs, date = "2026-11-27",
  url = "GET https://www.googleapis.com/books/v1/volumes*",
  ask = { "search", { isbn = "9780306406157" } },
  answers = {
    { name = "the edition", class = "ok",
      json = { kind = "books#volumes", totalItems = 1, items = { volume("HarbourT0001", {
        title = "Harbour Tales", authors = { "Ada Lune" }, publishedDate = "1954",
        industryIdentifiers = { { type = "ISBN_13", identifier = "9780306406157" } },
        language = "en",
      }) } },
      gives = { { key = "HarbourT0001", isbn = "9780306406157", year = 1954 } } },
    { name = "the edition with ten digits", class = "ok",
      json = { kind = "books#volumes", totalItems = 1, items = { volume("HarbourT0001", {
        title = "Harbour Tales",
        industryIdentifiers = { { type = "ISBN_10", identifier = "0306406152" } },
      }) } },
      gives = { { isbn = "9780306406157", numbers = { "0306406152" } } } },
    { name = "another book", class = "ok", source = "https://github.com/xlcnd/isbnlib/issues/23",
      odd = "some ISBNs find other books as well",
      json = { kind = "books#volumes", totalItems = 1, items = { volume("HarbourT0021", {
        title = "A Guide to Lighthouses", authors = { "Bo Marsh" },
        industryIdentifiers = { { type = "ISBN_13", identifier = "9780198526636" } },
      }) } },
      gives = { { key = "HarbourT0021", isbn = false, numbers = { "9780198526636" } } } },
    { name = "the edition without its ISBN", class = "ok",
      source = "https://github.com/xlcnd/isbnlib/issues/40",
      odd = "what it finds by an ISBN may not show that ISBN",
      json = { kind = "books#volumes", totalItems = 1, items = { volume("HarbourT0020", {
        title = "Harbour Tales", industryIdentifiers = {
          { type = "OTHER", identifier = "STANFORD:36105000000000" } },
      }) } },
      gives = { { key = "HarbourT0020", isbn = "9780306406157", numbers = {} } } },
    { name = "no such ISBN", class = "empty", json = { kind = "books#volumes", totalItems = 0 } },
  },
}
