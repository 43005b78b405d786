return {
  name = "playlist",
  entry = "playlist.lua",
  summary = "Playlists of the best-known songs of the artists that you name.",
  settings = {
    { "spotify.client_id", env = { "SPOTIFY_CLIENT_ID" },
      help = "The client id of the Spotify app." },
    { "spotify.redirect_uri", env = { "SPOTIFY_REDIRECT_URI" },
      default = "http://127.0.0.1:8765/callback",
      help = "Where Spotify sends the browser after a login." },
  },
  upstreams = {
    spotify_api = { base = "https://api.spotify.com/v1" },
    spotify_accounts = { base = "https://accounts.spotify.com" },
    deezer = { base = "https://api.deezer.com", rate = "50/5s" },
  },
  providers = { "spotify", "deezer" },
  sign_in = { "spotify" },
  grants = { accounts = { "spotify" }, data = true },
}
