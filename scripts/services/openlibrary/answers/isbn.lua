-- Open Library's answers to a search by ISBN.

local docs = "https://openlibrary.org/dev/docs/api/search"

local function found(list)
  return {
    numFound = #list, start = 0, numFoundExact = true, num_found = #list,
    documentation_url = docs, q = "", offset = mix.json.null,
    docs = #list > 0 and list or mix.json.array({}),
  }
end

return {
  source = docs, date = "2026-11-27",
  url = "GET https://openlibrary.org/search.json*",
  ask = { "search", { isbn = "9780306406157" } },
  mock = { path = "/openlibrary/search.json", query = {
    isbn = "9781001387765", limit = 10,
    fields = "key,title,author_name,first_publish_year,isbn,language,publisher,editions",
  } },
  answers = {
    { name = "the work of the edition", class = "ok",
      json = found({ {
        key = "/works/OL7300001W", title = "Harbour Tales", author_name = { "Ada Lune" },
        first_publish_year = 1954, isbn = { "0306406152", "9780306406157" }, language = { "eng" },
        publisher = { "Penwith Books" },
        editions = { numFound = 1, start = 0, numFoundExact = true, docs = { {
          key = "/books/OL7300101M", isbn = { "0306406152", "9780306406157" },
          language = { "eng" }, publisher = { "Penwith Books" },
        } } },
      } }),
      gives = { { key = "OL7300001W", isbn = "9780306406157", edition_isbn = "0306406152" } } },
    { name = "a translation, whose work has another title", class = "ok",
      source = "https://github.com/internetarchive/openlibrary/issues/448",
      json = found({ {
        key = "/works/OL7300001W", title = "Harbour Tales", isbn = { "9780306406157" },
        editions = { numFound = 2, start = 0, numFoundExact = true, docs = { {
          key = "/books/OL7300103M", isbn = { "9780306406157" }, language = { "ger" },
          title = "Hafengeschichten", subtitle = "eine Fahrt",
        } } },
      } }),
      gives = { { title = "Hafengeschichten", subtitle = "eine Fahrt" } } },
    { name = "an edition that adds to the work's title", class = "ok",
      json = found({ {
        key = "/works/OL7300001W", title = "Harbour Tales", isbn = { "9780306406157" },
        editions = { numFound = 1, start = 0, numFoundExact = true, docs = { {
          key = "/books/OL7300101M", isbn = { "9780306406157" },
          title = "Harbour Tales (Penwith Classics)",
        } } },
      } }),
      gives = { { title = "Harbour Tales" } } },
    { name = "two works that claim one ISBN", class = "ok",
      odd = "a work and its double, which nobody has merged yet",
      json = found({
        { key = "/works/OL7300001W", title = "Harbour Tales", isbn = { "9780306406157" } },
        { key = "/works/OL7300011W", title = "Harbour tales /", isbn = { "9780306406157" } },
      }),
      gives = {
        { key = "OL7300001W", isbn = "9780306406157" },
        { key = "OL7300011W", isbn = "9780306406157", title = "Harbour tales" },
      } },
    { name = "no such ISBN", class = "empty", json = found({}) },
    { name = "too many requests, with a time", class = "limit", status = 429,
      headers = { ["Retry-After"] = "60" },
      source = "https://github.com/internetarchive/openlibrary/issues/13146",
      json = { status = 429, message = "Too Many Requests. Consider using "
        .. "https://openlibrary.org/developers/dumps." } },
  },
}
