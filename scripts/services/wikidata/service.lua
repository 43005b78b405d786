-- The manifest of the service Wikidata (docs/services-own.md). Plain data, no code.
return {
  title = "Wikidata",
  upstreams = {
    -- It wants an address of the user (http.contact), and at most three requests at a time.
    wikidata = { base = "https://www.wikidata.org/w", rate = "3/s", concurrency = 3 },
  },
  settings = { { "wikidata.language", pattern = "[a-z]{2,3}(-[a-z]+)*", default = "en",
    expected = "the code of a language, such as en", help = "The language of titles and names." } },
  terms = "https://www.mediawiki.org/wiki/API:Etiquette",
  about = {
    hosts = "Wikidata (`www.wikidata.org`)",
    used_by = "`match --with wikidata`",
    key = "none, but an address of yours: `http.contact`",
    limit = "3 requests at a time; mixhost sends 3 a second; then 429, or an error `maxlag` with "
      .. "status 200 while its copies are behind",
    cost = "free",
    source = "[etiquette](https://www.mediawiki.org/wiki/API:Etiquette), "
      .. "[limits](https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits)",
    learns = "your address in `http.contact`; titles of the books and films, and names of the "
      .. "people, that are looked up; the language in `wikidata.language`",
    sign_up = "mixhost asks it only with an address to write to when it misbehaves.",
    commands = { "mixhost config set http.contact you@example.org" },
    conditions = "in the public domain (CC0). `wikidata.language` sets the language of titles and "
      .. "names; series, films and books of one name are told apart by their class "
      .. "(`instance of`).",
  },
}
