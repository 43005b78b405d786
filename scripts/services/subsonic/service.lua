-- The manifest of the service Subsonic (docs/services-own.md). Plain data, no code.
return {
  title = "Subsonic",
  -- Each user runs their own: mixhost config set upstream.subsonic ADDRESS.
  upstreams = { subsonic = { concurrency = 4 } },
  about = {
    hosts = "your music server (Navidrome, gonic, Airsonic)",
    used_by = "`subsonic`, `match --with subsonic`",
    key = "your name, a salt and a token",
    limit = "your server's",
    cost = "yours",
    source = "[Subsonic's API](https://www.subsonic.org/pages/api.jsp)",
    learns = "your name, salt and token; what is searched; the playlists that are read and made",
    sign_up = "It is your own server: [connect.md](connect.md) has its settings.",
  },
}
