-- The manifest of the service Google Books (docs/services-own.md). Plain data, no code.
return {
  title = "Google Books",
  upstreams = {
    google_books = { base = "https://www.googleapis.com/books/v1" },
    google_covers = { base = "https://books.google.com" },
  },
  terms = "https://developers.google.com/books/terms",
  about = {
    hosts = "Google Books (`www.googleapis.com`) and its covers (`books.google.com`)",
    used_by = "`books`, `match --with google_books`",
    key = "a key; without one the shared quota is nearly always spent (429)",
    limit = "1,000 requests a day by default",
    cost = "free",
    source = "[API](https://developers.google.com/books/docs/v1/using), "
      .. "[terms](https://developers.google.com/books/terms)",
    learns = "your key, if set; titles, authors and ISBNs of your books; the country in "
      .. "`google_books.country`, if set; the books whose covers are looked at",
    sign_up = "Make a project at <https://console.cloud.google.com>, enable the *Books API*, "
      .. "and create an API key.",
    commands = { "mixhost config set google_books.key AIza…" },
    conditions = "show where the data come from; do not keep them longer than their cache headers "
      .. "allow.",
  },
}
