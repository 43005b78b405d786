-- The manifest of the service Deezer (docs/services-own.md). Plain data, no code.
return {
  title = "Deezer",
  upstreams = { deezer = { base = "https://api.deezer.com", rate = "50/5s" } },
  terms = "https://developers.deezer.com/termsofuse",
  about = {
    hosts = "Deezer (`api.deezer.com`)",
    used_by = "`playlist`, where Spotify gives no top tracks; `match --with deezer`",
    key = "none",
    limit = "50 requests in 5 seconds; over it status 200 with error code 4",
    cost = "free; whether commercial use is, we do not know",
    source = "[Deezer](https://developers.deezer.com/termsofuse)",
    learns = "names of artists",
    conditions = "for personal use; we know of no licence for more without an agreement.",
  },
}
