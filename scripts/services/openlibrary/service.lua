-- The manifest of the service Open Library (docs/services-own.md). Plain data, no code.
return {
  title = "Open Library",
  upstreams = {
    openlibrary = { base = "https://openlibrary.org", rate = "1/s" },
    covers = { base = "https://covers.openlibrary.org" },
  },
  terms = "https://openlibrary.org/developers/api",
  about = {
    hosts = "Open Library (`openlibrary.org`) and its covers (`covers.openlibrary.org`)",
    used_by = "`books`, `match --with openlibrary`",
    key = "none",
    limit = "1 request a second, 3 with your address in `http.contact`; of its covers "
      .. "100 in 5 minutes by ISBN, and by the cover's number no published limit",
    cost = "free",
    source = "[API](https://openlibrary.org/developers/api), "
      .. "[covers](https://openlibrary.org/dev/docs/api/covers)",
    learns = "titles, authors and ISBNs of your books; the numbers of the covers that are looked "
      .. "at; your address in `http.contact`, if set",
    sign_up = "It allows three times as many requests to programs that say whom to write to "
      .. "when they misbehave.",
    commands = { "mixhost config set http.contact you@example.org" },
    conditions = "data may be used freely; download the dumps for large amounts.",
  },
}
