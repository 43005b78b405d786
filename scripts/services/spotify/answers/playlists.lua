-- Answers of Spotify with the user's playlists.

local parts = require("services.spotify.answers.parts")

local pages = "GET https://api.spotify.com/v1/me/playlists?limit=50&offset="

local function old(word, name, fields)
  local id = parts.id(word)
  return parts.playlist(word, name, parts.with({ items = false, tracks = {
    href = ("https://api.spotify.com/v1/playlists/%s/tracks"):format(id), total = 12 } }, fields))
end

return {
  source = parts.documents .. "get-a-list-of-current-users-playlists", date = "2026-11-27",
  url = "GET https://api.spotify.com/v1/me/playlists*", open = parts.open, ask = { "playlists" },
  mock = {
    { path = "/spotify_api/me/playlists", query = { limit = "50", offset = "0" },
      scopes = { "playlist-read-private" } },
    { path = "/spotify_api/me/playlists", query = { limit = "50", offset = "50" },
      scopes = { "playlist-read-private" } },
  },
  explained = {
    ["items[].tracks"] = "sent under the old contract",
    ["items[] null"] = "the mock leaves such a playlist out of the page, as was seen, too",
    ["items[].description null"] = "those of the mock have a description, if an empty one",
    ["items[].items.total null"] = "a playlist of Spotify's; the mock's user has none",
  },
  answers = {
    { name = "playlists under both contracts", class = "ok",
      json = parts.page({ parts.playlist("kitchen", "Kitchen", { public = false,
        description = "Rock &#x27;n&#x27; Roll &amp; tea" }),
        old("late", "Late", { owner = parts.user("bo", "Bo"), collaborative = true }) }),
      source = parts.recorded, odd = "a description is HTML, a name is text",
      gives = {
        { id = parts.id("kitchen"), name = "Kitchen", description = "Rock 'n' Roll & tea",
          owner = "ada", public = false, collaborative = false, snapshot = "AAAAAQ",
          total = 3 },
        { id = parts.id("late"), owner = "bo", public = true, collaborative = true,
          total = 12, description = "" },
      } },
    { name = "a playlist without pictures, name and public state", class = "ok",
      json = parts.page({ parts.playlist("bare", "", { images = mix.json.null,
        public = mix.json.null, description = mix.json.null, primary_color = mix.json.null }) }),
      odd = "public is null where it is not known",
      gives = { { id = parts.id("bare"), name = "", public = false, description = "" } } },
    { name = "null among the playlists", class = "ok",
      json = parts.page({ mix.json.null, parts.playlist("late", "Late") }, { total = 2 }),
      source = "https://github.com/ramsayleung/rspotify/issues/503",
      odd = "playlists that the app may not see are null since November 2024",
      gives = { { id = parts.id("late") } } },
    { name = "a playlist of Spotify's, without a count and with a picture of no size", class = "ok",
      json = parts.page({ parts.playlist("capsule", "Your Time Capsule", { owner =
        parts.user("spotify", "Spotify"), images = { { url = "https://i.scdn.co/image/1",
        height = mix.json.null, width = mix.json.null } }, items = { total = mix.json.null } }) }),
      source = "https://github.com/aome510/spotify-player/issues/398", odd = "total is null",
      gives = { { owner = "spotify" } } },
    { name = "the second page of three", class = "ok", url = pages .. "50",
      json = parts.page({ parts.playlist("late", "Late") }, { offset = 50, total = 101,
        previous = "https://api.spotify.com/v1/me/playlists?offset=0&limit=50",
        next = "https://api.spotify.com/v1/me/playlists?offset=100&limit=50" }),
      more = {
        [pages .. "0"] = { json = parts.page({ parts.playlist("kitchen", "Kitchen") },
          { total = 101, next = "https://api.spotify.com/v1/me/playlists?offset=50&limit=50" }) },
        [pages .. "100"] = { json = parts.page({ parts.playlist("old", "Old") },
          { offset = 100, total = 101 }) },
      },
      gives = { { id = parts.id("kitchen") },
        { id = parts.id("late") }, { id = parts.id("old") } } },
    { name = "no playlists", class = "empty", json = parts.page({}) },
    { name = "a log-in without the permission", class = "lasting", status = 403,
      json = parts.fault(403, "Insufficient client scope"), says = "auth login spotify",
      source = parts.codes },
    { name = "a list without items", class = "refused", json = parts.page({}, { items = false }),
      says = "GET /me/playlists gave an answer without a list of items" },
  },
}
