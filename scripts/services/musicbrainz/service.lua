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
  about = {
    hosts = "MusicBrainz (`musicbrainz.org`)",
    used_by = "`chart --catalogue musicbrainz`, `tags`, `listenbrainz export`, "
      .. "`trailers follow` of artists, `match --with musicbrainz`",
    key = "none, but an address of yours: `http.contact`",
    limit = "1 request a second; then 503",
    cost = "free; commercial users are asked to "
      .. "[support it](https://metabrainz.org/supporters/account-type)",
    source = "[limits](https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting), "
      .. "[licence](https://musicbrainz.org/doc/About/Data_License)",
    learns = "your address in `http.contact`; titles, artists and albums of what is looked up; the "
      .. "artists that you follow; for "
      .. "`listenbrainz export`, recordings of which a playlist has the identifier alone",
    sign_up = "It refuses programs that do not say whom to write to when they misbehave.",
    commands = { "mixhost config set http.contact you@example.org" },
    conditions = "most data are in the public domain (CC0). Heavy users are expected to mirror the "
      .. "database.",
  },
}
