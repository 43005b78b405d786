-- Parts that the answers of Spotify share, with all of their members.

local null, array = mix.json.null, mix.json.array

local parts = {}

parts.documents = "https://developer.spotify.com/documentation/web-api/reference/"
parts.codes = "https://developer.spotify.com/documentation/web-api/concepts/api-calls"
parts.limits = "https://developer.spotify.com/documentation/web-api/concepts/rate-limits"
parts.contract =
  "https://developer.spotify.com/documentation/web-api/tutorials/february-2026-migration-guide"
parts.recorded = "https://github.com/zmb3/spotify/tree/master/test_data"

--- The options of a service that is signed in.
parts.open = { token = function() return "BQ-made-up" end }

--- Returns a copy of a table with other members; false leaves one out.
parts.with = require("lib.changed")

--- Returns an identifier of 22 signs.
function parts.id(word) return word .. ("0"):rep(22 - #word) end

-- The members of everything.
local function thing(kind, word, fields)
  local id = parts.id(word)
  local made = {
    id = id, type = kind, uri = ("spotify:%s:%s"):format(kind, id),
    href = ("https://api.spotify.com/v1/%ss/%s"):format(kind, id),
    external_urls = { spotify = ("https://open.spotify.com/%s/%s"):format(kind, id) },
  }
  -- Here false is a value.
  for name, value in pairs(fields) do made[name] = value end
  return made
end

local function images()
  local list = array({})
  for place, size in ipairs({ 640, 300, 64 }) do
    list[place] = { url = "https://i.scdn.co/image/ab67616d0000b273" .. place, height = size,
      width = size }
  end
  return list
end

--- Returns an artist as tracks and albums name it.
function parts.artist_of(word, name) return thing("artist", word, { name = name }) end

--- Returns an artist of a search or a look-up, under the new contract.
function parts.artist(word, name, fields)
  return thing("artist", word, parts.with({ name = name, images = images() }, fields))
end

--- Returns an artist under the old contract, which says how popular it is.
function parts.old_artist(word, name)
  return parts.artist(word, name, { popularity = 58, genres = { "irish rock", "folk" },
    followers = { href = null, total = 8437 } })
end

--- Returns a track.
function parts.track(word, name, fields)
  return thing("track", word, parts.with({
    name = name, artists = { parts.artist_of("ada", "Ada Lune") }, disc_number = 1,
    duration_ms = 203064, explicit = false, external_ids = { isrc = "GBAAA1900001" },
    is_local = false, is_playable = true, track_number = 3,
    album = thing("album", "harbour", {
      album_type = "album", name = "Harbour", total_tracks = 11, release_date = "2019-05-10",
      release_date_precision = "day", images = images(), is_playable = true,
      artists = { parts.artist_of("ada", "Ada Lune") },
    }),
  }, fields))
end

--- Returns a track under the old contract.
function parts.old_track(word, name, fields)
  return parts.track(word, name, parts.with({ popularity = 41, preview_url = null,
    available_markets = { "DE", "GB" } }, fields))
end

--- Returns a page of a list. `fields`: replace its members.
function parts.page(items, fields)
  return parts.with({ href = "https://api.spotify.com/v1/page?offset=0&limit=50",
    items = array(items), limit = 50, next = null, offset = 0, previous = null, total = #items },
    fields)
end

--- Returns the body of a refusal.
function parts.fault(status, message, reason)
  return { error = { status = status, message = message, reason = reason } }
end

--- Returns a user as others see them.
function parts.user(id, name)
  return { id = id, type = "user", uri = "spotify:user:" .. id, display_name = name,
    href = "https://api.spotify.com/v1/users/" .. id,
    external_urls = { spotify = "https://open.spotify.com/user/" .. id } }
end

--- Returns a playlist of a list.
function parts.playlist(word, name, fields)
  local id = parts.id(word)
  return thing("playlist", word, parts.with({
    name = name, collaborative = false, description = "", images = images(),
    owner = parts.user("ada", "Ada"), primary_color = null, public = true,
    snapshot_id = "AAAAAQ", items = {
      href = ("https://api.spotify.com/v1/playlists/%s/items"):format(id), total = 3 },
  }, fields))
end

return parts
