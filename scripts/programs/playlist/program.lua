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
    { "playlist.recipes",
      help = "The recipes that are built regularly, with commas between; unset: all." },
    { "playlist.every", type = "choice", choices = { "off", "24h", "7d", "30d" }, default = "off",
      help = "How often the server builds the recipes again." },
    { "playlist.policy", pattern = "[A-Za-z0-9_-]+", default = "chart",
      expected = "the name of a refresh rule, such as chart",
      help = "The refresh rule of the recipes." },
  },
  services = { "spotify", "deezer" },
  media = { "*.scdn.co", "*.dzcdn.net" },
  screens = { { "playlist", title = "Playlists" } },
  sign_in = { "spotify" },
  refreshers = {
    playlist = {
      doc = "the playlists of the saved recipes", every = "playlist.every",
      policy = "playlist.policy", run = { "run" },
      key = { { "playlist.recipes" }, { "all recipes" } },
    },
  },
  collections = {
    -- The runs that wrote, a record each; and the items that they wrote, in pieces.
    builds = { key = "id", indexes = { "account", "started" } },
    build_items = { key = "id", indexes = { "build" } },
    recipes = { key = "name" },
  },
  store_version = 1,
  grants = { accounts = { "spotify" }, data = true },
}
