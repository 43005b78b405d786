return {
  name = "listenbrainz",
  entry = "listenbrainz.lua",
  summary = "Playlists of ListenBrainz, for other programs.",
  settings = {
    { "listenbrainz.user", help = "Your name at ListenBrainz." },
  },
  services = { "listenbrainz" },
}
