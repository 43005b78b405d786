-- The manifest of the service MeTube hub (docs/services-own.md). Plain data, no code.
return {
  title = "MeTube hub",
  -- Each user runs their own: mixhost config set upstream.hub ADDRESS.
  upstreams = {
    hub = {},
  },
}
