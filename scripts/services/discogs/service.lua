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
  about = {
    hosts = "Discogs (`api.discogs.com`)",
    used_by = "`match --with discogs`",
    key = "a token",
    limit = "60 requests in any minute from one address; then 429, without a waiting time",
    cost = "free",
    source = "[API](https://www.discogs.com/developers), "
      .. "[terms](https://support.discogs.com/hc/articles/360009334593-API-Terms-of-Use)",
    learns = "your token; titles and artists of the releases, and names of the artists, that are "
      .. "looked up",
    sign_up = "Make a token in [your settings](https://www.discogs.com/settings/developers). "
      .. "`match` takes albums with `--rules match/releases`.",
    commands = { "mixhost config set discogs.token abc…" },
    conditions = "show where the data come from. Its data dumps are in the public domain (CC0), "
      .. "pictures and the marketplace are not.",
  },
}
