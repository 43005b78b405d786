-- The manifest of the service Deezer (docs/services-own.md). Plain data, no code.
return {
  title = "Deezer",
  upstreams = {
    deezer = { base = "https://api.deezer.com", rate = "50/5s" },
  },
  terms = "https://developers.deezer.com/termsofuse",
}
