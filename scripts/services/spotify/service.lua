-- The manifest of the service Spotify (docs/services-own.md). Plain data, no code.
return {
  title = "Spotify",
  upstreams = {
    spotify_api = { base = "https://api.spotify.com/v1" },
    spotify_accounts = { base = "https://accounts.spotify.com" },
  },
  terms = "https://developer.spotify.com/terms",
}
