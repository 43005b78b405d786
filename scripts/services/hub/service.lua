-- The manifest of the service MeTube hub (docs/services-own.md). Plain data, no code.
return {
  title = "MeTube hub",
  -- Each user runs their own: mixhost config set upstream.hub ADDRESS.
  upstreams = { hub = {} },
  about = {
    hosts = "your feed hub",
    used_by = "`feed`",
    key = "your user id there",
    limit = "100 requests a minute for an address",
    cost = "yours",
    learns = "your user number there, and your channels",
  },
}
