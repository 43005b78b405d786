return {
  name = "jellyfin",
  entry = "jellyfin.lua",
  summary = "Songs and playlists of a Jellyfin server.",
  settings = {
    { "jellyfin.user", help = "Your name at the Jellyfin server." },
    { "jellyfin.token", secret = true, pattern = "[0-9a-f]{32}",
      expected = "an API key of Jellyfin: 32 hexadecimal digits",
      help = "An API key: Dashboard, API Keys." },
  },
  -- No base: each user's own server, the setting upstream.jellyfin.
  services = { "jellyfin" },
}
