return {
  name = "listenbrainz",
  entry = "listenbrainz.lua",
  summary = "Playlists of ListenBrainz, for other programs.",
  settings = {
    { "listenbrainz.user", help = "Your name at ListenBrainz." },
  },
  upstreams = {
    listenbrainz = { base = "https://api.listenbrainz.org/1", rate = "30/10s" },
  },
  providers = { "listenbrainz" },
}
