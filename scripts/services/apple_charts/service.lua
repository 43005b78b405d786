-- The manifest of the service Apple's charts (docs/services-own.md). Plain data, no code.
return {
  title = "Apple's charts",
  upstreams = { apple_charts = { base = "https://rss.marketingtools.apple.com/api/v2" } },
  terms = "https://rss.marketingtools.apple.com",
  about = {
    hosts = "Apple's charts (`rss.marketingtools.apple.com`)",
    used_by = "`chart --apple`",
    key = "none",
    limit = "not published; answers are slow now and then",
    cost = "free",
    source = "[Apple](https://rss.marketingtools.apple.com)",
    learns = "the country and the length of a chart",
  },
}
