-- Parts that the answers of Deezer share, with all of their members.

local parts = {}

parts.errors = "https://developers.deezer.com/api/errors"
parts.recorded = "https://github.com/navidrome/navidrome/tree/master/tests/fixtures"

--- Returns a copy of a table with other members; false leaves one out.
parts.with = require("lib.changed")

-- Adds the addresses of a picture in all sizes.
local function pictured(made, member, kind, picture)
  made[member] = ("https://api.deezer.com/%s/%d/image"):format(kind, made.id)
  for size, pixels in pairs({ small = 56, medium = 250, big = 500, xl = 1000 }) do
    made[("%s_%s"):format(member, size)] =
      ("https://cdn-images.dzcdn.net/images/%s/%s/%dx%d-000000-80-0-0.jpg"):format(
        member == "cover" and "cover" or "artist", picture, pixels, pixels)
  end
  return made
end

--- Returns an artist of a search.
function parts.artist(id, name, fields)
  return parts.with(pictured({
    id = id, name = name, link = ("https://www.deezer.com/artist/%d"):format(id), nb_album = 12,
    nb_fan = 3456, radio = true, type = "artist",
    tracklist = ("https://api.deezer.com/artist/%d/top?limit=50"):format(id),
  }, "picture", "artist", "0a1b2c"), fields)
end

--- Returns a contributor of a track.
function parts.contributor(id, name, role)
  return parts.artist(id, name, { nb_album = false, nb_fan = false, role = role,
    share = ("https://www.deezer.com/artist/%d?utm_source=deezer"):format(id) })
end

--- Returns a track of a list.
function parts.track(fields)
  return parts.with({
    id = 67230001, readable = true, title = "Paper Boats (feat. Bo Ferro)",
    title_short = "Paper Boats", title_version = "(feat. Bo Ferro)",
    link = "https://www.deezer.com/track/67230001", duration = 203, rank = 944042,
    explicit_lyrics = false, explicit_content_lyrics = 0, explicit_content_cover = 0,
    preview = "https://cdnt-preview.dzcdn.net/api/1/1/a.mp3?hdnea=exp=1795449600~acl=x",
    contributors = { parts.contributor(27, "Ada Lune", "Main"),
      parts.contributor(28, "Bo Ferro", "Featured") },
    md5_image = "0a1b2c", type = "track",
    artist = { id = 27, name = "Ada Lune", type = "artist",
      tracklist = "https://api.deezer.com/artist/27/top?limit=50" },
    album = pictured({ id = 6570001, title = "Harbour", md5_image = "0a1b2c", type = "album",
      tracklist = "https://api.deezer.com/album/6570001/tracks" }, "cover", "album", "0a1b2c"),
  }, fields)
end

--- Returns the body of an error.
function parts.fault(kind, message, code)
  return { error = { type = kind, message = message, code = code } }
end

return parts
