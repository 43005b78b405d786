-- Answers of ListenBrainz with the playlists of a user, and those made for the user.

local parts = require("services.listenbrainz.answers.parts")

local function page(playlists, fields)
  return parts.with({ count = #playlists, offset = 0, playlist_count = #playlists,
    playlists = mix.json.array(playlists) }, fields)
end

local answers = {
  { name = "playlists with a description as HTML, and without", class = "ok",
    json = page({
      parts.playlist(1, { annotation = "<p>Songs of <b>boats</b> &amp; tides</p>" }),
      parts.playlist(2, { title = "Copy of Harbour", annotation = false }, {
        copied_from_mbid = "https://listenbrainz.org/playlist/" .. parts.id(1),
        collaborators = { "bo" } }),
    }),
    odd = "a list of playlists has empty lists of tracks",
    gives = {
      { id = parts.id(1), name = "Harbour", creator = "ada",
        description = "Songs of boats & tides",
        url = "https://listenbrainz.org/playlist/" .. parts.id(1),
        date = "2026-01-04T14:43:58.141222+00:00" },
      { id = parts.id(2), name = "Copy of Harbour", description = false },
    } },
  { name = "playlists that were made for the user", class = "ok",
    url = "GET https://api.listenbrainz.org/1/user/ada/playlists/createdfor*",
    ask = { "playlists", "ada", true },
    json = page({ parts.playlist(3, { creator = "listenbrainz",
      title = "Weekly Exploration for ada, week of 2026-03-23 Mon" }, {
      creator = "listenbrainz", created_for = "ada", additional_metadata = {
        algorithm_metadata = { source_patch = "weekly-exploration" },
        expires_at = "2026-04-06T00:25:21.141222+00:00" } }) }),
    gives = { { id = parts.id(3), creator = "listenbrainz" } } },
  { name = "a playlist without an identifier, and one without a title", class = "ok",
    json = page({ parts.playlist(4, { identifier = "" }), parts.playlist(5, { title = "" }) }),
    source = parts.jspf, gives = { { id = parts.id(5), name = parts.id(5) } } },
  { name = "the last page of more than were asked for", class = "ok",
    json = page({ parts.playlist(1) }, { count = 100, playlist_count = 1 }),
    gives = { { id = parts.id(1) } } },
  { name = "no playlists", class = "empty", json = page({}) },
  { name = "a user who is nobody", class = "refused", status = 404,
    json = { code = 404, error = "Cannot find user: ada" }, says = "Cannot find user: ada",
    mock = { path = "/listenbrainz/user/nobody/playlists" } },
  { name = "an invalid count", class = "refused", status = 400,
    json = { code = 400, error = "Invalid count argument." } },
  { name = "an answer without playlists", class = "refused", json = { count = 0 },
    says = "the answer has no playlists" },
}
for _, refusal in ipairs(parts.refusals()) do answers[#answers + 1] = refusal end

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET https://api.listenbrainz.org/1/user/ada/playlists?*", ask = { "playlists", "ada" },
  mock = {
    { path = "/listenbrainz/user/mock/playlists", query = { count = "100", offset = "0" } },
    { path = "/listenbrainz/user/mock/playlists/createdfor", query = { count = "100" } },
  },
  answers = answers,
}
