-- The manifest of the service Last.fm (docs/services-own.md). Plain data, no code.
return {
  title = "Last.fm",
  upstreams = {
    -- "Several calls per second" may cost the account; its older terms named five.
    lastfm = { base = "https://ws.audioscrobbler.com/2.0", rate = "5/s" },
  },
  settings = {
    { "lastfm.key", secret = true, env = { "LASTFM_API_KEY" }, help = "The API key of Last.fm." },
  },
  terms = "https://www.last.fm/api/tos",
}
