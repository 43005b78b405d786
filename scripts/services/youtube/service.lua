-- The manifest of the service YouTube (docs/services-own.md). Plain data, no code.
return {
  title = "YouTube",
  upstreams = {
    youtube = { base = "https://www.youtube.com" },
  },
  terms = "https://www.youtube.com/t/terms",
}
