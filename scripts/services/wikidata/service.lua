-- The manifest of the service Wikidata (docs/services-own.md). Plain data, no code.
return {
  title = "Wikidata",
  upstreams = {
    -- It wants to know whom to write to (the setting http.contact), and at most three requests at a
    -- time; a number is not among its rules of conduct.
    wikidata = { base = "https://www.wikidata.org/w", rate = "3/s", concurrency = 3 },
  },
  terms = "https://www.mediawiki.org/wiki/API:Etiquette",
}
