-- The manifest of the service MeTube (docs/services-own.md). Plain data, no code.
return {
  title = "MeTube",
  -- Each user runs their own: mixhost config set upstream.metube ADDRESS.
  upstreams = {
    metube = {},
  },
}
