-- The manifest of the service iTunes (docs/services-own.md). Plain data, no code.
return {
  title = "iTunes",
  upstreams = {
    -- Over its limit, the service answers 403 with an empty body.
    itunes = { base = "https://itunes.apple.com", rate = "20/min", rate_limit_statuses = { 403 } },
  },
  terms = "https://performance-partners.apple.com/search-api",
  about = {
    hosts = "iTunes Search (`itunes.apple.com`)",
    used_by = "`chart`, `tags`, `match --with itunes`",
    key = "none",
    limit = "about 20 requests a minute; then status 403 without a waiting time",
    cost = "free",
    source = "[Apple](https://developer.apple.com/library/archive/documentation/AudioVideo/"
      .. "Conceptual/iTuneSearchAPI/)",
    learns = "titles and artists of the chart or list, the country",
    conditions = "previews and artwork are for promoting the store's content; keep the link to the "
      .. "store beside them.",
  },
}
