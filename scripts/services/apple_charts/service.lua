-- The manifest of the service Apple's charts (docs/services-own.md). Plain data, no code.
return {
  title = "Apple's charts",
  upstreams = {
    apple_charts = { base = "https://rss.marketingtools.apple.com/api/v2" },
  },
  terms = "https://rss.marketingtools.apple.com",
}
