-- The manifest of the service ListenBrainz (docs/services-own.md). Plain data, no code.
return {
  title = "ListenBrainz",
  upstreams = { listenbrainz = { base = "https://api.listenbrainz.org/1", rate = "30/10s" } },
  terms = "https://listenbrainz.org/terms-of-service",
  about = {
    hosts = "ListenBrainz (`api.listenbrainz.org`)",
    used_by = "`listenbrainz`",
    key = "none for public playlists",
    limit = "stated in each answer (`X-RateLimit-…`), not in the documents; mixhost sends 30 in 10 "
      .. "seconds; then 429",
    cost = "free",
    source = "[API](https://listenbrainz.readthedocs.io/en/latest/users/api/index.html)",
    learns = "the user whose playlists are listed, and the playlist that is read",
    conditions = "playlists are shown to whoever asks when their owner has made them public. Its "
      .. "documents name the licence of the listening data (CC0), none for playlists.",
  },
}
