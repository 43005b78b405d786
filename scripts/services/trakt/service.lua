-- The manifest of the service Trakt (docs/services-own.md). Plain data, no code.
return {
  title = "Trakt",
  upstreams = {
    -- 500 requests in five minutes for a client id and address.
    trakt = { base = "https://api.trakt.tv", rate = "500/300s", concurrency = 2 },
  },
  settings = {
    { "trakt.client_id", secret = true, env = { "TRAKT_CLIENT_ID" },
      help = "The client id of your app at Trakt, of 64 hexadecimal digits." },
  },
  terms = "https://app.trakt.tv/terms",
}
