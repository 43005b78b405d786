-- Answers of music servers that make a playlist.

local parts = require("services.subsonic.answers.parts")

local base = "GET https://subsonic.mixhost.invalid/rest/"
local made = { id = "800000005", name = "Weekly", comment = "", songCount = 1, duration = 203,
  public = false, owner = "joe", created = "2026-03-14T17:51:22.112827504Z",
  changed = "2026-03-14T17:51:22.112827504Z", coverArt = "pl-800000005_6410", readonly = false,
  entry = { parts.song() } }
local listed = { id = "800000005", name = "Weekly", songCount = 1, owner = "joe", public = false,
  created = "2026-03-14T17:51:22.000Z", duration = 203 }
-- The lists after it was made.
local afterwards = {
  [base .. "getPlaylists*"] = { json = parts.answer({ playlists = { playlist = { listed } } }) },
  [base .. "getPlaylist?*"] = { json = parts.answer({ playlist = made }) },
}

-- A server that takes no forms.
local function without_forms(provider)
  local service = provider.open(parts.open)
  service.takes_forms = false
  return service
end

return {
  source = "https://opensubsonic.netlify.app/docs/endpoints/createplaylist/", date = "2026-11-27",
  url = base .. "createPlaylist*", open = without_forms,
  ask = { "create", "Weekly", { "082f435a" } },
  mock = { path = "/subsonic/rest/createPlaylist", query = parts.query({ name = "Weekly",
    songId = "so-1" }) },
  explained = { ["subsonic-response.playlist.entry[].isrc[]"] = "the catalogue has no codes" },
  answers = {
    { name = "the playlist", class = "ok", json = parts.answer({ playlist = made }),
      gives = { id = "800000005", songs = 1 } },
    { name = "the playlist of a form", class = "ok", json = parts.answer({ playlist = made }),
      url = "POST https://subsonic.mixhost.invalid/rest/createPlaylist*", open = parts.open,
      more = { [base .. "getOpenSubsonicExtensions*"] = { json = parts.answer({
        openSubsonicExtensions = { { name = "formPost", versions = { 1 } } } }) } },
      mock = { method = "POST", path = "/subsonic/rest/createPlaylist", query = parts.query(),
        headers = { ["content-type"] = "application/x-www-form-urlencoded" },
        body = "name=Weekly&songId=so-1" },
      source = "https://opensubsonic.netlify.app/docs/extensions/formpost/",
      gives = { id = "800000005", songs = 1 } },
    { name = "no word of the playlist", class = "ok", json = parts.plain("1.12.0"),
      more = afterwards, odd = "before version 1.14", gives = { id = "800000005", songs = 1 } },
    { name = "a gateway's page after it was made", class = "ok", status = 504, more = afterwards,
      body = "<html><h1>504 Gateway Time-out</h1></html>", type = "text/html",
      source = "https://www.rfc-editor.org/rfc/rfc9110#section-15.6.5",
      gives = { id = "800000005", songs = 1 } },
    { name = "a user who may not", class = "lasting",
      json = parts.refusal(50, "User is not authorized for the given operation"),
      source = parts.errors, odd = "status 200" },
    { name = "an address that is too long", class = "refused", status = 414, type = "text/html",
      body = "<html><head><title>414 Request-URI Too Large</title></head></html>",
      source = "https://github.com/jeffvli/sonixd/issues/437" },
  },
}
