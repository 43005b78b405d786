-- The manifest of the service Trakt (docs/services-own.md). Plain data, no code.
return {
  title = "Trakt",
  upstreams = {
    -- 500 requests in five minutes for a client id and address.
    trakt = { base = "https://api.trakt.tv", rate = "500/300s", concurrency = 2 },
  },
  terms = "https://app.trakt.tv/terms",
}
