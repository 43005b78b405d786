-- The manifest of the service iTunes (docs/services-own.md). Plain data, no code.
return {
  title = "iTunes",
  upstreams = {
    -- Over its limit, the service answers 403 with an empty body.
    itunes = { base = "https://itunes.apple.com", rate = "20/min", rate_limit_statuses = { 403 } },
  },
  terms = "https://performance-partners.apple.com/search-api",
}
