-- The manifest of the service Subsonic (docs/services-own.md). Plain data, no code.
return {
  title = "Subsonic",
  -- Each user runs their own: mixhost config set upstream.subsonic ADDRESS.
  upstreams = {
    subsonic = { concurrency = 4 },
  },
}
