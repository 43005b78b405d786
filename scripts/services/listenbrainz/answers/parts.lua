-- Parts that the answers of ListenBrainz share, with all of their members.

local parts = {}

parts.documents = "https://listenbrainz.readthedocs.io/en/latest/users/api/playlist.html"
parts.errors = "https://listenbrainz.readthedocs.io/en/latest/users/api/index.html"
parts.jspf = "https://musicbrainz.org/doc/jspf"

--- Returns a made-up identifier, whose first digits are the number.
function parts.id(number) return ("%08d-3f4d-4276-95d6-2e09d87b5546"):format(number) end

--- Returns the address of a thing of MusicBrainz.
function parts.address(kind, number)
  return ("https://musicbrainz.org/%s/%s"):format(kind, parts.id(number))
end

--- Returns a copy of a table with other members; false leaves one out.
parts.with = require("lib.changed")

--- Returns a playlist; `extension` replaces members of its extension.
function parts.playlist(number, fields, extension)
  return { playlist = parts.with({
    creator = "ada", date = "2026-01-04T14:43:58.141222+00:00",
    identifier = "https://listenbrainz.org/playlist/" .. parts.id(number), title = "Harbour",
    annotation = "", track = mix.json.array({}),
    extension = { ["https://musicbrainz.org/doc/jspf#playlist"] = parts.with({
      creator = "ada", public = true, last_modified_at = "2026-01-05T08:00:00.141222+00:00",
    }, extension) },
  }, fields) }
end

--- Returns the refusals that any question may meet.
function parts.refusals()
  return {
    { name = "too many requests", class = "limit", status = 429,
      headers = { ["X-RateLimit-Limit"] = "30", ["X-RateLimit-Remaining"] = "0",
        ["X-RateLimit-Reset-In"] = "4", ["X-RateLimit-Reset"] = "1795449604" },
      json = { code = 429, error = "You have exceeded your rate limit. See the X-RateLimit-* "
        .. "response headers for more information on your current rate limit." },
      says = "exceeded your rate limit", source = parts.errors, odd = "no Retry-After" },
    { name = "a token that it does not know", class = "lasting", status = 401,
      json = { code = 401, error = "Invalid authorization token." }, source = parts.errors,
      says = "what is public alone" },
    { name = "a fault of the service", class = "passing", status = 500,
      json = { code = 500, error = "Internal server error." }, source = parts.errors },
    { name = "work on the service", class = "passing", status = 503,
      json = { code = 503, error = "Cannot access the database. ListenBrainz is currently being "
        .. "maintained." },
      source = parts.errors },
    { name = "the gateway's page", class = "passing", status = 502, type = "text/html",
      body = "<html><head><title>502 Bad Gateway</title></head><body>openresty</body></html>",
      source = parts.errors },
  }
end

return parts
