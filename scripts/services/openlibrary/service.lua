-- The manifest of the service Open Library (docs/services-own.md). Plain data, no code.
return {
  title = "Open Library",
  upstreams = {
    openlibrary = { base = "https://openlibrary.org", rate = "1/s" },
    covers = { base = "https://covers.openlibrary.org" },
  },
  terms = "https://openlibrary.org/developers/api",
}
