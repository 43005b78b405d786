-- The manifest of the service Miniflux (docs/services-own.md). Plain data, no code.
return {
  title = "Miniflux",
  -- Each user has their own: mixhost config set upstream.miniflux ADDRESS.
  upstreams = { miniflux = { concurrency = 2 } },
  settings = { { "miniflux.token", secret = true, help = "Your API key of Miniflux." } },
  about = {
    hosts = "your Miniflux",
    used_by = "`feed follow --from miniflux`",
    key = "an API key",
    limit = "your server's",
    cost = "yours; at the authors' host by the year",
    source = "[API](https://miniflux.app/docs/api.html)",
    learns = "your API key",
    sign_up = "Make a key in *Settings, API Keys*. The address is that of the page without `/v1`.",
    commands = {
      "mixhost config set upstream.miniflux https://reader.example.org",
      "mixhost config set miniflux.token KEY",
      "mixhost feed follow --from miniflux",
    },
  },
}
