return {
  name = "listenbrainz",
  entry = "listenbrainz.lua",
  summary = "Playlists of ListenBrainz, for other programs.",
  settings = {
    { "listenbrainz.user", help = "Your name at ListenBrainz." },
  },
  upstreams = {
    listenbrainz = { base = "https://api.listenbrainz.org/1", rate = "30/10s" },
    -- Knows the recordings of which a playlist has the identifier alone.
    musicbrainz = {
      base = "https://musicbrainz.org/ws/2", rate = "1/s", rate_limit_statuses = { 503 },
    },
  },
  providers = { "listenbrainz", "musicbrainz" },
}
