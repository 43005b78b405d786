-- The manifest of the service Jellyfin (docs/services-own.md). Plain data, no code.
return {
  title = "Jellyfin",
  -- Each user runs their own: mixhost config set upstream.jellyfin ADDRESS.
  upstreams = {
    jellyfin = { concurrency = 4 },
  },
}
