-- The manifest of the service MusicBrainz (docs/services-own.md). Plain data, no code.
return {
  title = "MusicBrainz",
  upstreams = {
    -- It wants to know whom to write to: the setting http.contact.
    musicbrainz = {
      base = "https://musicbrainz.org/ws/2", rate = "1/s", rate_limit_statuses = { 503 },
    },
  },
  terms = "https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting",
}
