-- The manifest of the service Fever (docs/services-own.md). Plain data, no code.
return {
  title = "Fever",
  -- Each user has their own: mixhost config set upstream.fever ADDRESS.
  upstreams = { fever = { concurrency = 2 } },
  settings = {
    { "fever.key", secret = true, pattern = "[0-9a-f]{32}", expected = "32 hexadecimal digits",
      help = "Your key of Fever's interface: the MD5 of NAME:PASSWORD." },
  },
  about = {
    hosts = "your reader with Fever's interface",
    used_by = "`feed follow --from fever`",
    key = "a key made of name and password",
    limit = "your server's",
    cost = "yours",
    source = "[API](https://github.com/miniflux/v2/blob/main/internal/fever/README.md)",
    learns = "your key, in the address of each request",
    sign_up = "Many readers speak it. The key goes in the address; FreshRSS, which takes it in a "
      .. "form alone, has a service of its own.",
    commands = {
      "mixhost config set upstream.fever https://reader.example.org/fever",
      "mixhost config set fever.key \"$(printf %s NAME:PASSWORD | md5sum | cut -c1-32)\"",
      "mixhost feed follow --from fever",
    },
  },
}
