-- Answers of Spotify to changes of playlists.

local parts = require("services.spotify.answers.parts")

local documents = parts.documents .. "create-playlist"
local base = "https://api.spotify.com/v1/"
local add = { "add", "p1", { "spotify:track:" .. parts.id("boats") } }

return {
  source = parts.documents .. "add-items-to-playlist", date = "2026-11-27",
  url = "POST " .. base .. "me/playlists", open = parts.open,
  ask = { "create", "ada", "Weekly", "Songs", false },
  answers = {
    { name = "a playlist is made", class = "ok", status = 201,
      json = parts.playlist("weekly", "Weekly", { public = false, description = "Songs",
        images = mix.json.null, followers = { href = mix.json.null, total = 0 },
        items = parts.page({}) }),
      source = documents, gives = { id = parts.id("weekly") } },
    { name = "a playlist is made under the old contract", class = "ok", status = 201,
      url = "POST " .. base .. "users/ada/playlists",
      more = { ["POST " .. base .. "me/playlists"] = { status = 404, json = parts.fault(404,
        "Service not found") } },
      json = parts.playlist("weekly", "Weekly"), source = documents,
      gives = { id = parts.id("weekly") } },
    { name = "items are added", class = "ok", status = 201, ask = add,
      url = "POST " .. base .. "playlists/p1/items", json = { snapshot_id = "AAAAAQ" },
      gives = true },
    { name = "items are replaced, without a word", class = "ok", status = 200, body = "",
      ask = { "replace", "p1", {} }, url = "PUT " .. base .. "playlists/p1/items",
      source = parts.documents .. "reorder-or-replace-playlists-items",
      odd = "status 200 without a body", gives = true },
    { name = "an invalid address", class = "refused", status = 400, ask = add,
      url = "POST " .. base .. "playlists/p1/items",
      json = parts.fault(400, "Invalid track uri: spotify:track:0"), says = "Invalid track uri" },
    { name = "a playlist of another user", class = "refused", status = 403, ask = add,
      url = "POST " .. base .. "playlists/p1/items",
      more = { ["POST " .. base .. "playlists/p1/tracks"] = { status = 403,
        json = parts.fault(403, "You cannot add tracks to a playlist you don't own.") } },
      json = parts.fault(403, "You cannot add tracks to a playlist you don't own."),
      says = "is not yours" },
    { name = "a fault, after which it may have been made", class = "passing", status = 502,
      json = parts.fault(502, "Bad gateway."), source = parts.codes },
  },
}
