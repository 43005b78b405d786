-- The manifest of the service Google Books (docs/services-own.md). Plain data, no code.
return {
  title = "Google Books",
  upstreams = {
    google_books = { base = "https://www.googleapis.com/books/v1" },
    google_covers = { base = "https://books.google.com" },
  },
  terms = "https://developers.google.com/books/terms",
}
