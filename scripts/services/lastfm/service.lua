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
  about = {
    hosts = "Last.fm (`ws.audioscrobbler.com`)",
    used_by = "`match --with lastfm`",
    key = "a key",
    limit = "\"several calls per second\" may cost the account; mixhost sends 5 a second; error "
      .. "code 29, with any status",
    cost = "free unless commercial",
    source = "[API](https://www.last.fm/api/intro), [terms](https://www.last.fm/api/tos)",
    learns = "your key, in the address of each request as Last.fm wants it; titles and artists of "
      .. "the songs, and names of the artists, that are looked up",
    sign_up = "[Make an API account](https://www.last.fm/api/account/create) and copy its key. "
      .. "The variable `LASTFM_API_KEY` names it, too.",
    commands = { "mixhost config set lastfm.key 0123…" },
    conditions = "credit it with a link; keep 100 MB of its data at most. Commercial use needs an "
      .. "agreement.",
  },
}
