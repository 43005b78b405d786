-- The manifest of the service Discogs (docs/services-own.md). Plain data, no code.
return {
  title = "Discogs",
  upstreams = {
    -- In any minute, from one address and with a token; without one 25, but no search.
    discogs = { base = "https://api.discogs.com", rate = "60/min" },
  },
  settings = {
    { "discogs.token", secret = true, env = { "DISCOGS_TOKEN" }, help = "Your token of Discogs." },
  },
  terms = "https://support.discogs.com/hc/articles/360009334593-API-Terms-of-Use",
}
