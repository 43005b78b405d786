-- The manifest of the service Jellyfin (docs/services-own.md). Plain data, no code.
return {
  title = "Jellyfin",
  -- Each user runs their own: mixhost config set upstream.jellyfin ADDRESS.
  upstreams = { jellyfin = { concurrency = 4 } },
  about = {
    hosts = "your Jellyfin server",
    used_by = "`jellyfin`, `match --with jellyfin`",
    key = "your name there and an API key",
    limit = "your server's",
    cost = "yours",
    source = "[API](https://api.jellyfin.org)",
    learns = "the API key, in the address of each request as the server wants it; what is "
      .. "searched; the playlists that are read and made",
    sign_up = "It is your own server: [connect.md](connect.md) has its settings.",
  },
}
