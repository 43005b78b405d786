-- Answers of Spotify to a search for tracks.

local parts = require("services.spotify.answers.parts")

local old = "sent under the old contract"

local function found(tracks) return { tracks = parts.page(tracks, { limit = 10 }) } end

return {
  source = parts.documents .. "search", date = "2026-11-27",
  url = "GET https://api.spotify.com/v1/search*", open = parts.open, kind = "track",
  ask = { "search_tracks", { title = "Paper Boats", artist = "Ada Lune" } },
  mock = { path = "/spotify_api/search", query = { type = "track", limit = "10",
    q = 'track:"Blinding Lights" artist:"The Weeknd"' }, scopes = {} },
  explained = {
    ["tracks.items[].available_markets"] = old, ["tracks.items[].available_markets[]"] = old,
    ["tracks.items[].popularity"] = old, ["tracks.items[].preview_url"] = old,
    ["tracks.items[] null"] = "an entry that was withdrawn; those of the mock are all there",
  },
  answers = {
    { name = "a track, and one of three artists", class = "ok",
      json = found({ parts.track("boats", "Paper Boats"), parts.track("mix", "Paper Boats - Mix", {
        artists = { parts.artist_of("ada", "Ada Lune"), parts.artist_of("bo", "Bo Ferro"),
          parts.artist_of("cy", "Cy") }, duration_ms = 240500, explicit = true,
        external_ids = { isrc = "GBAAA1900002" } }) }),
      source = parts.contract,
      gives = { { id = parts.id("boats"), title = "Paper Boats", album = "Harbour",
        artists = { "Ada Lune" }, duration = 203.064, isrc = "GBAAA1900001" },
        { artists = { "Ada Lune", "Bo Ferro", "Cy" }, duration = 240.5 } } },
    { name = "a track under the old contract", class = "ok",
      json = found({ parts.old_track("boats", "Paper Boats") }),
      source = "https://github.com/beetbox/beets/tree/master/test/rsrc/spotify",
      gives = { { id = parts.id("boats"), duration = 203.064 } } },
    { name = "a track without a code, whose album has a year only", class = "ok",
      json = found({ parts.track("boats", "Paper Boats", { external_ids = {}, album = {
        id = parts.id("old"), type = "album", name = "Old Songs", release_date = "1972",
        release_date_precision = "year" } }) }),
      odd = "external_ids may be empty", gives = { { isrc = false, album = "Old Songs" } } },
    { name = "null among the tracks", class = "ok",
      json = found({ mix.json.null, parts.track("boats", "Paper Boats") }), source = parts.recorded,
      odd = "entries may be null", gives = { { id = parts.id("boats") } } },
    { name = "nothing found", class = "empty", json = found({}) },
    { name = "an answer without tracks", class = "refused", json = { tracks = mix.json.null },
      says = "without a list of tracks" },
  },
}
