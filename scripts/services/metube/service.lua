-- The manifest of the service MeTube (docs/services-own.md). Plain data, no code.
return {
  title = "MeTube",
  -- Each user runs their own: mixhost config set upstream.metube ADDRESS.
  upstreams = { metube = {} },
  about = {
    hosts = "your MeTube",
    used_by = "`feed get`",
    key = "its address",
    limit = "none",
    cost = "yours",
    source = "[MeTube](https://github.com/alexta69/metube)",
    learns = "the addresses of the videos that you have downloaded",
  },
}
