-- The manifest of the service ListenBrainz (docs/services-own.md). Plain data, no code.
return {
  title = "ListenBrainz",
  upstreams = {
    listenbrainz = { base = "https://api.listenbrainz.org/1", rate = "30/10s" },
  },
  terms = "https://listenbrainz.org/terms-of-service",
}
