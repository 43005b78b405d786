-- Answers of Jellyfin that make a playlist.

local parts = require("services.jellyfin.answers.parts")

local made = parts.id(24)
-- The lists after it was made.
local afterwards = {
  ["GET " .. parts.base .. "Items*"] = { json = parts.page({ { Id = made, Name = "Weekly",
    Type = "Playlist", ChildCount = 1 } }) },
  ["GET " .. parts.base .. "Playlists/*"] = { json = parts.page({ parts.song(11) }) },
}

return {
  source = parts.documents, date = "2026-11-27",
  url = "POST " .. parts.base .. "Playlists", open = parts.open,
  ask = { "create", "Weekly", { parts.id(11) } },
  mock = { method = "POST", path = "/jellyfin/Playlists", query = parts.query(),
    body = '{"Name":"Weekly","Ids":["a0000000000000000000000000000001"],'
      .. '"UserId":"05e50000000000000000000000000001","MediaType":"Audio"}' },
  answers = {
    { name = "the playlist", class = "ok", json = { Id = made }, gives = { id = made, songs = 1 } },
    { name = "no word of the playlist", class = "ok", body = "", more = afterwards,
      odd = "status 200 without a body", gives = { id = made, songs = 1 } },
    { name = "a fault after it was made", class = "ok", status = 500, type = "text/plain",
      body = "Error processing request.", more = afterwards, source = parts.issues .. "14910",
      gives = { id = made, songs = 1 } },
    { name = "a question that lacks the name", class = "refused", status = 400,
      type = "application/problem+json; charset=utf-8",
      json = { type = "https://tools.ietf.org/html/rfc9110#section-15.5.1", status = 400,
        title = "One or more validation errors occurred.", errors = { ["$"] = {
          "JSON deserialization was missing required properties, including: Name" } },
        traceId = "00-eed477ae61ee2392331efad26671a537-aca782587dddced5-00" },
      source = parts.issues .. "11443", says = "missing required properties, including: Name" },
    { name = "a key that was removed", class = "lasting", status = 401, body = "",
      says = "does not accept the key" },
  },
}
