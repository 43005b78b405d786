-- The manifest of the service Wikidata (docs/services-own.md). Plain data, no code.
return {
  title = "Wikidata",
  upstreams = {
    -- It wants an address of the user (http.contact), and at most three requests at a time.
    wikidata = { base = "https://www.wikidata.org/w", rate = "3/s", concurrency = 3 },
  },
  settings = {
    { "wikidata.language", pattern = "[a-z]{2,3}(-[a-z]+)*", default = "en",
      expected = "the code of a language, such as en", help = "The language of titles and names." },
  },
  terms = "https://www.mediawiki.org/wiki/API:Etiquette",
}
