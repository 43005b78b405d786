-- The manifest of the service Trakt (docs/services-own.md). Plain data, no code.
return {
  title = "Trakt",
  upstreams = {
    -- 500 requests in five minutes for a client id and address.
    trakt = { base = "https://api.trakt.tv", rate = "500/300s", concurrency = 2 },
  },
  settings = { { "trakt.client_id", secret = true, env = { "TRAKT_CLIENT_ID" },
    help = "The client id of your app at Trakt, of 64 hexadecimal digits." } },
  terms = "https://app.trakt.tv/terms",
  about = {
    hosts = "Trakt (`api.trakt.tv`)",
    used_by = "`match --with trakt`",
    key = "the client id of an app of yours",
    limit = "500 requests in 5 minutes; then 429 with `Retry-After`, or a page of Cloudflare's "
      .. "without",
    cost = "free, for programs that help people use Trakt",
    source = "[limits](https://developer.trakt.tv/), [terms](https://app.trakt.tv/terms)",
    learns = "the client id of your app; titles and years of the films and series that are looked "
      .. "up",
    sign_up = "Make an app at <https://trakt.tv/oauth/applications> and copy its client id; no "
      .. "log-in is needed.",
    commands = { "mixhost config set trakt.client_id ID" },
    conditions = "for programs with which people use Trakt and look after their own lists. Do not "
      .. "harvest its data, build a database of them or feed another service; do not load "
      .. "its pictures from its servers (mixhost gives none).",
  },
}
