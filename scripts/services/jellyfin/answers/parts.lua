-- Parts that the answers of Jellyfin share, with all of their members.

local null = mix.json.null

local parts = {}

parts.documents = "https://api.jellyfin.org/"
parts.issues = "https://github.com/jellyfin/jellyfin/issues/"
parts.base = "https://jellyfin.mixhost.invalid/"

--- Returns an identifier of 32 digits that ends with a number.
function parts.id(number) return ("%032d"):format(number) end

parts.user = parts.id(9)
--- The options of a service whose user is known.
parts.open = { user_id = parts.user }
-- The key that the mock takes.
parts.key = "0123456789abcdef0123456789abcdef"

--- Returns the parameters of a question to the mock.
function parts.query(fields)
  return parts.with({ ApiKey = "0123456789abcdef0123456789abcdef",
    userId = "05e50000000000000000000000000001" }, fields)
end

--- Returns a copy of a table with other members; false leaves one out.
parts.with = require("lib.changed")

--- Returns a page of items.
function parts.page(items, fields)
  return parts.with({ Items = mix.json.array(items), TotalRecordCount = #items, StartIndex = 0 },
    fields)
end

local function person(number, name) return { Name = name, Id = parts.id(number) } end

--- Returns persons by their names.
function parts.persons(...)
  local list = mix.json.array({})
  for place, name in ipairs({ ... }) do list[place] = person(700 + place, name) end
  return list
end

--- Returns a song.
function parts.song(number, fields)
  return parts.with({
    Name = "Paper Boats", ServerId = parts.id(1), Id = parts.id(number), HasLyrics = false,
    PremiereDate = "2019-05-10T00:00:00.0000000Z", ChannelId = null, RunTimeTicks = 2030640000,
    ProductionYear = 2019, IndexNumber = 3, ParentIndexNumber = 1, IsFolder = false,
    Type = "Audio", NormalizationGain = -8.24, UserData = { PlaybackPositionTicks = 0,
      PlayCount = 2, IsFavorite = false, LastPlayedDate = "2026-03-26T22:27:46.1234567Z",
      Played = true, Key = "Ada Lune-Harbour-0001-0003Paper Boats", ItemId = parts.id(number) },
    Artists = { "Ada Lune" }, ArtistItems = parts.persons("Ada Lune"), Album = "Harbour",
    AlbumId = parts.id(300), AlbumPrimaryImageTag = "0a1b", AlbumArtist = "Ada Lune",
    AlbumArtists = parts.persons("Ada Lune"), ImageTags = { Primary = "0a1b" },
    BackdropImageTags = mix.json.array({}), ImageBlurHashes = { Primary = {
      ["0a1b"] = "W797hQ?bf7ofxuWU" } }, LocationType = "FileSystem", MediaType = "Audio",
  }, fields)
end

--- Returns the refusals that any question may meet.
function parts.refusals()
  return {
    { name = "a key that was removed", class = "lasting", status = 401, body = "",
      says = "does not accept the key", source = parts.documents, odd = "no body",
      mock = { path = "/jellyfin/System/Info", query = { ApiKey = "x" } } },
    { name = "a user who may not", class = "lasting", status = 403, body = "",
      source = parts.documents },
    { name = "a server that starts", class = "passing", status = 503, type = "text/html",
      headers = { ["Retry-After"] = "30" },
      body = "Server is still starting up, please try again shortly.",
      source = "https://github.com/jellyfin/jellyfin/pull/4057" },
    { name = "a fault of the server", class = "passing", status = 500, type = "text/plain",
      body = "Error processing request.", source = parts.issues .. "14910" },
    { name = "the gateway's page", class = "passing", status = 502, type = "text/html",
      body = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
      source = parts.documents },
    { name = "Jellyfin's own page, as the address lacks a part", class = "passing",
      type = "text/html", body = "<!doctype html><html class=\"preload\" dir=\"ltr\"></html>",
      source = parts.documents, odd = "status 200",
      says = "does upstream.jellyfin name the server itself?" },
    { name = "a page of another server for a path that it does not have", class = "refused",
      status = 404, type = "text/html", body = "<html><h1>404 Not Found</h1></html>",
      source = parts.documents, says = "HTTP status 404: does upstream.jellyfin name" },
  }
end

return parts
