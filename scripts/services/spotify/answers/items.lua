-- Answers of Spotify with the items of a playlist.

local parts = require("services.spotify.answers.parts")

local null = mix.json.null
local documents = parts.documents .. "get-playlists-items"
local path = "GET https://api.spotify.com/v1/playlists/p1/"

local function entry(member, thing, fields)
  return parts.with({ added_at = "2022-05-20T14:10:29Z", added_by = { id = "ada", type = "user",
    uri = "spotify:user:ada", href = "https://api.spotify.com/v1/users/ada",
    external_urls = { spotify = "https://open.spotify.com/user/ada" } }, is_local = false,
    primary_color = null, video_thumbnail = { url = null }, [member] = thing }, fields)
end

local function episode()
  return { id = parts.id("ep"), type = "episode", uri = "spotify:episode:" .. parts.id("ep"),
    href = "https://api.spotify.com/v1/episodes/" .. parts.id("ep"), name = "The Quay",
    description = "Of ships", html_description = "<p>Of ships</p>", duration_ms = 1800000,
    explicit = false, is_externally_hosted = false, is_playable = true, language = "en",
    languages = { "en" }, release_date = "2022-05", release_date_precision = "month",
    audio_preview_url = null, images = mix.json.array({}),
    external_urls = { spotify = "https://open.spotify.com/episode/" .. parts.id("ep") },
    show = { id = parts.id("show"), type = "show", name = "Harbour Talk", publisher = "Lune",
      uri = "spotify:show:" .. parts.id("show"), media_type = "audio", total_episodes = 9 } }
end

-- A file of the user's has no identifier, and an album with a name alone.
local function file()
  return parts.track("x", "My Tape", {
    id = null, uri = "spotify:local:Ada+Lune:Tapes:My+Tape:187", is_local = true,
    href = null, external_urls = {}, external_ids = {}, duration_ms = 187000,
    artists = { { external_urls = {}, href = null, id = null, name = "Ada Lune",
      type = "artist", uri = null } },
    album = { album_type = null, artists = mix.json.array({}), external_urls = {}, href = null,
      id = null, images = mix.json.array({}), name = "Tapes", release_date = null,
      release_date_precision = null, type = "album", uri = null },
  })
end

return {
  source = parts.contract, date = "2026-11-27",
  url = path .. "items*", open = parts.open, ask = { "entries", "p1" },
  answers = {
    { name = "a track, a file of the user's, an episode and a removed one", class = "ok",
      json = parts.page({
        entry("item", parts.track("boats", "Paper Boats", { is_playable = false })),
        entry("item", file(), { is_local = true }), entry("item", episode()),
        entry("item", null, { added_at = null, added_by = null }) }),
      odd = "a removed item is null",
      gives = {
        { uri = "spotify:track:" .. parts.id("boats"), title = "Paper Boats", album = "Harbour",
          artists = { "Ada Lune" }, duration = 203.064, isrc = "GBAAA1900001",
          added = "2022-05-20T14:10:29Z", added_by = "ada", playable = false },
        { uri = "spotify:local:Ada+Lune:Tapes:My+Tape:187", title = "My Tape", album = "Tapes",
          duration = 187, isrc = false },
        { title = "The Quay", album = "Harbour Talk", duration = 1800, artists = {} },
        { uri = "", title = "", added = false, added_by = false },
      } },
    { name = "a track in place of which another is played", class = "ok",
      json = parts.page({ entry("item", parts.track("late", "Paper Boats", { linked_from = {
        id = parts.id("boats"), uri = "spotify:track:" .. parts.id("boats"), type = "track",
        href = null, external_urls = {} } })) }),
      source = "https://developer.spotify.com/documentation/web-api/concepts/track-relinking",
      apart = "the mock has one country", odd = "the track has another address than the item",
      gives = { { uri = "spotify:track:" .. parts.id("boats") } } },
    { name = "tracks under the old contract", class = "ok", url = path .. "tracks*",
      more = { [path .. "items*"] = { status = 404, json = parts.fault(404,
        "Service not found") } },
      json = parts.page({ entry("track", parts.old_track("boats", "Paper Boats",
        { episode = false, track = true })) }, { limit = 100 }),
      source = parts.recorded,
      gives = { { uri = "spotify:track:" .. parts.id("boats"), title = "Paper Boats" } } },
    { name = "an empty playlist", class = "empty", json = parts.page({}), source = documents },
    { name = "a playlist that is gone", class = "refused", status = 404,
      more = { [path .. "tracks*"] = { status = 404, json = parts.fault(404,
        "Resource not found") } },
      json = parts.fault(404, "Resource not found"), says = "there is no playlist p1",
      source = documents },
    { name = "an invalid identifier", class = "refused", status = 400,
      json = parts.fault(400, "Invalid base62 id"), says = "there is no playlist p1",
      source = parts.codes },
    { name = "a playlist of another user, under the new contract", class = "refused", status = 403,
      more = { [path .. "tracks*"] = { status = 403, json = parts.fault(403, "Forbidden") } },
      json = parts.fault(403, "Forbidden"), says = "is not yours" },
  },
}
