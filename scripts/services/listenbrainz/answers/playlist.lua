-- Answers of ListenBrainz with a playlist and its tracks.

local parts = require("services.listenbrainz.answers.parts")

local function artist(number, name, join)
  return { artist_credit_name = name, artist_mbid = parts.id(number), join_phrase = join or "" }
end

local function track(fields, extension)
  return parts.with({
    title = "Paper Boats", creator = "Ada Lune", album = "Harbour", duration = 203064,
    identifier = { parts.address("recording", 11) },
    extension = { ["https://musicbrainz.org/doc/jspf#track"] = parts.with({
      added_by = "ada", added_at = "2026-01-04T14:43:58.141222+00:00",
      artist_identifiers = { parts.address("artist", 12) },
      release_identifier = parts.address("release", 13),
      additional_metadata = { artists = { artist(12, "Ada Lune") }, caa_id = 14860133678,
        caa_release_mbid = parts.id(13) },
    }, extension) },
  }, fields)
end

local function playlist(tracks, fields)
  return parts.playlist(1, parts.with({ track = mix.json.array(tracks) }, fields))
end

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET https://api.listenbrainz.org/1/playlist/*", ask = { "playlist", parts.id(1) },
  mock = { path = "/listenbrainz/playlist/5e550000-0000-4000-8000-000000000001" },
  answers = {
    { name = "a track with all that is known", class = "ok", json = playlist({ track() }),
      gives = { id = parts.id(1), name = "Harbour", left_out = 0, tracks = { {
        title = "Paper Boats", artist = "Ada Lune", artists = { "Ada Lune" }, album = "Harbour",
        duration = 203.064, id = parts.id(11), url = parts.address("recording", 11),
        added = "2026-01-04T14:43:58.141222+00:00" } } } },
    { name = "three artists", class = "ok",
      json = playlist({ track({ creator = "Ada Lune feat. Bo Ferro & Cy" }, {
        artist_identifiers = { parts.address("artist", 12), parts.address("artist", 14),
          parts.address("artist", 15) },
        additional_metadata = { artists = { artist(12, "Ada Lune", " feat. "),
          artist(14, "Bo Ferro", " & "), artist(15, "Cy") } } }) }),
      odd = "no caa_id where there is no cover",
      gives = { tracks = { { artist = "Ada Lune feat. Bo Ferro & Cy",
        artists = { "Ada Lune", "Bo Ferro", "Cy" } } } } },
    { name = "a recording of which it knows the identifier alone", class = "ok",
      json = playlist({ { identifier = { parts.address("recording", 16) }, extension = {
        ["https://musicbrainz.org/doc/jspf#track"] = { added_by = "ada",
          added_at = "2026-01-04T14:43:58+00:00" } } }, track() }),
      source = "https://github.com/metabrainz/listenbrainz-server",
      odd = "without title and creator where MusicBrainz merged or removed it",
      gives = { left_out = 0, tracks = { { id = parts.id(16), title = false, artist = false,
        artists = {} }, { id = parts.id(11) } } } },
    { name = "an entry of which it knows nothing", class = "ok",
      json = playlist({ { identifier = { "https://www.youtube.com/watch?v=0a1b" } }, track() }),
      source = parts.jspf,
      gives = { left_out = 1, tracks = { { id = parts.id(11) } } } },
    { name = "the identifier as a text, no length, no album", class = "ok",
      json = playlist({ track({ identifier = parts.address("recording", 11), album = "",
        duration = mix.json.null, extension = false }) }),
      source = "https://github.com/metabrainz/listenbrainz-server",
      odd = "before 2024 the identifier was a text",
      gives = { tracks = { { id = parts.id(11), album = false, duration = false,
        added = false } } } },
    { name = "the recording's address among others", class = "ok",
      json = playlist({ track({ identifier = { "https://open.spotify.com/track/0a1b",
        parts.address("recording", 11) } }) }),
      source = parts.jspf,
      gives = { tracks = { { id = parts.id(11), url = parts.address("recording", 11) } } } },
    { name = "a playlist without tracks", class = "ok", json = playlist({}),
      gives = { tracks = {}, left_out = 0 } },
    { name = "a playlist that is private or gone", class = "refused", status = 404,
      json = { code = 404, error = "Cannot find playlist: " .. parts.id(1) },
      says = "Cannot find playlist",
      mock = { path = "/listenbrainz/playlist/5e550000-0000-4000-8000-000000000009" } },
    { name = "an invalid identifier", class = "refused", status = 400,
      json = { code = 400, error = "Provided playlist ID is invalid." } },
    { name = "too many requests", class = "limit", status = 429,
      headers = { ["X-RateLimit-Limit"] = "30", ["X-RateLimit-Remaining"] = "0",
        ["X-RateLimit-Reset-In"] = "4" },
      json = { code = 429, error = "You have exceeded your rate limit." }, source = parts.errors },
    { name = "an answer without a playlist", class = "refused", json = { playlist = {} },
      says = "the answer is not a playlist" },
  },
}
