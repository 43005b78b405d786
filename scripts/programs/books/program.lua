return {
  name = "books",
  entry = "enrich.lua",
  summary = "A library of books, filled in from catalogues, with every doubt kept for you.",
  settings = {
    { "books.providers", type = "list", choices = { "openlibrary", "google_books" },
      default = "openlibrary,google_books",
      help = "The services that are asked about books, in this order." },
    { "google_books.key", secret = true, env = { "GOOGLE_BOOKS_KEY" },
      help = "The API key of Google Books." },
    { "google_books.country", pattern = "[A-Z][A-Z]", expected = "two letters, such as US",
      help = "The country that Google Books is asked from, where it cannot tell." },
    { "library.every", type = "choice", choices = { "off", "1h", "6h", "24h" }, default = "off",
      help = "How often the server refreshes the books." },
    { "library.policy", pattern = "[A-Za-z0-9_-]+", default = "chart",
      expected = "the name of a refresh rule, such as adaptive",
      help = "The refresh rule of the library." },
  },
  services = { "openlibrary", "google_books" },
  -- Covers come from the upstreams, which send on to their stores.
  media = { "archive.org", "*.archive.org", "books.googleusercontent.com" },
  grants = { data = true },
  screens = { { "books", title = "Books", jobs = "enrich" } },
  refreshers = {
    library = {
      doc = "the services' facts about the books, asked again",
      every = "library.every", policy = "library.policy", run = { "run", "--refresh" },
    },
  },
}
