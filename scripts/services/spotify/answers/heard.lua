-- Answers of Spotify with the artists whom the user hears most, and those whom the user follows.

local parts = require("services.spotify.answers.parts")

local documents = parts.documents .. "get-users-top-artists-and-tracks"
local following = parts.documents .. "get-followed"
local old = "sent under the old contract"
local top = "GET https://api.spotify.com/v1/me/top/artists*"

local function followed(artists, fields)
  return { artists = parts.with({ href = "https://api.spotify.com/v1/me/following?type=artist",
    items = mix.json.array(artists), limit = 50, next = mix.json.null, total = #artists,
    cursors = { after = mix.json.null } }, fields) }
end

return {
  source = following, date = "2026-11-27",
  url = "GET https://api.spotify.com/v1/me/following*", open = parts.open, kind = "person",
  ask = { "followed_artists", 10 },
  mock = {
    { path = "/spotify_api/me/following", query = { type = "artist", limit = "10" },
      scopes = { "user-follow-read" } },
    { path = "/spotify_api/me/following", query = { type = "artist", limit = "10",
      after = "3000000W3lQng8S9nKOuw9" }, scopes = { "user-follow-read" } },
    { path = "/spotify_api/me/top/artists", query = { limit = "10" },
      scopes = { "user-top-read" } },
  },
  explained = {
    ["artists.items[].followers"] = old, ["artists.items[].genres"] = old,
    ["artists.items[].genres[]"] = old, ["artists.items[].popularity"] = old,
    ["next null"] = "the mock's user heard more than one page of artists",
  },
  answers = {
    { name = "followed artists", class = "ok",
      json = followed({ parts.artist("ada", "Ada Lune"), parts.old_artist("bo", "Bo Ferro") }),
      gives = { { id = parts.id("ada") }, { id = parts.id("bo"), name = "Bo Ferro" } } },
    { name = "the first page of many", class = "ok", ask = { "followed_artists", 1 },
      json = followed({ parts.artist("ada", "Ada Lune") }, { limit = 1, total = 87,
        next = "https://api.spotify.com/v1/me/following?type=artist&after=" .. parts.id("ada")
          .. "&limit=1", cursors = { after = parts.id("ada") } }),
      gives = { { id = parts.id("ada") } } },
    { name = "nobody followed", class = "empty", json = followed({}, { cursors = {} }),
      odd = "cursors may be an empty object" },
    { name = "the artists of the last six months", class = "ok", url = top,
      ask = { "top_artists", 10 }, json = parts.page({ parts.artist("ada", "Ada Lune") }),
      source = documents, gives = { { name = "Ada Lune" } } },
    { name = "the first of them", class = "ok", url = top, ask = { "top_artists", 1 },
      json = parts.page({ parts.artist("ada", "Ada Lune") }, { limit = 1, total = 60,
        next = "https://api.spotify.com/v1/me/top/artists?offset=1&limit=1" }),
      source = documents, gives = { { name = "Ada Lune" } } },
    { name = "a user who heard nothing", class = "empty", url = top, ask = { "top_artists", 10 },
      json = parts.page({}), source = documents },
    { name = "a log-in without the permission", class = "lasting", status = 403,
      json = parts.fault(403, "Insufficient client scope"), says = "lacks a permission",
      source = parts.codes },
  },
}
