-- The manifest of the service Spotify (docs/services-own.md). Plain data, no code.
return {
  title = "Spotify",
  upstreams = {
    spotify_api = { base = "https://api.spotify.com/v1" },
    spotify_accounts = { base = "https://accounts.spotify.com" },
  },
  terms = "https://developer.spotify.com/terms",
  about = {
    hosts = "Spotify (`api.spotify.com` and `accounts.spotify.com`)",
    used_by = "`playlist` and `match --with spotify`, after you have signed in",
    key = "a client id and a log-in",
    limit = "not published; 429 with `Retry-After`, and a quota that no waiting ends",
    cost = "free, but the owner of an app in development mode needs Premium",
    source = "[limits](https://developer.spotify.com/documentation/web-api/concepts/rate-limits), "
      .. "[modes](https://developer.spotify.com/documentation/web-api/concepts/quota-modes), "
      .. "[terms](https://developer.spotify.com/terms)",
    learns = "who you are, the artists that are looked up, the playlists that are read and made",
    sign_up = "Register an app at <https://developer.spotify.com/dashboard> with the redirect "
      .. "address `http://127.0.0.1:8765/callback` (`localhost` is refused), tick *Web "
      .. "API*, and add your account under *User Management*. No client secret is needed. "
      .. "Each developer has one such app, at most five accounts may use it, and a log-in "
      .. "ends six months after it began. [sign-in.md](sign-in.md) says what is asked for "
      .. "and why.",
    commands = { "mixhost config set spotify.client_id ID", "mixhost auth login spotify" },
    conditions = "do not store more than you need, do not use the data to train models.",
  },
}
