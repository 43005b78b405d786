return {
  name = "listenbrainz",
  entry = "listenbrainz.lua",
  summary = "Playlists of ListenBrainz, for other programs.",
  settings = { { "listenbrainz.user", help = "Your name at ListenBrainz." } },
  -- MusicBrainz knows the recordings of which a playlist has the identifier alone.
  services = { "listenbrainz", "musicbrainz" },
}
