-- The objects of Spotify's answers, in the form of either contract.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local lists = require("lib.mock.lists")
local recordings = require("lib.mock.recordings")
local slug = require("lib.mock.slug")
local ids = require("services.spotify.mock_parts.ids")

local objects = {}

local null = mix.json.null
local api = "https://api.spotify.com/v1/"
local karaoke = { name = "Karaoke Cloud", number = 90000000 }

-- The members of all objects.
local function object(kind, id)
  return {
    external_urls = { spotify = ("https://open.spotify.com/%s/%s"):format(kind, id) },
    href = ("%s%ss/%s"):format(api, kind, id), id = id, type = kind,
    uri = ("spotify:%s:%s"):format(kind, id),
  }
end

local list_of = lists.each

-- A picture in Spotify's three sizes, the largest first.
local function images(title)
  return list_of({ 640, 300, 64 }, function(edge)
    local address = ("https://i.scdn.co/image/%s/%d"):format(slug(title, "source"), edge)
    return { height = edge, width = edge, url = address }
  end)
end

--- Returns the name of an artist's number; nil where nobody has it.
function objects.artist_name(number)
  return number == karaoke.number and karaoke.name or catalogue.artist(number)
end

--- Returns the artist of a number.
function objects.artist(number, is_old)
  local artist = object("artist", ids.text("artist", number))
  artist.name = objects.artist_name(number) or ""
  artist.images = images(artist.name)
  if is_old then
    artist.followers = { href = null, total = number * 37 % 900000 }
    artist.genres, artist.popularity = mix.json.array({}), number % 100
  end
  return artist
end

local function short_artist(artist)
  local short = object("artist", ids.text("artist", artist.number))
  short.name = artist.name
  return short
end

local function credits(recording)
  local song = recording.song
  if recording.version == "karaoke" then return { karaoke } end
  local list = { { name = song.artist, number = song.artist_number } }
  for _, name in ipairs(song.others) do
    list[#list + 1] = { name = name, number = artists.number(name) }
  end
  return list
end

--- Returns the album of a song.
function objects.album(song, is_old)
  local album = object("album", ids.text("album", song.album_first))
  album.album_type, album.name, album.images = "album", song.album, images(song.album)
  album.artists = list_of({ { name = song.artist, number = song.artist_number } }, short_artist)
  album.release_date, album.release_date_precision = song.date, "day"
  album.total_tracks = song.track_count
  if is_old then album.available_markets = mix.json.array({ "SE" })
  else album.is_playable = true end
  return album
end

local names = {
  studio = function(song) return song.credited_title end,
  live = function(song) return song.credited_title .. " - Live" end,
  remaster = function(song)
    return ("%s - Remastered %d"):format(song.credited_title, 2009 + song.index % 15)
  end,
  acoustic = function(song) return song.credited_title .. " - Acoustic" end,
  karaoke = function(song) return song.full_title .. " (Karaoke Version)" end,
}

--- Returns a recording as a track; without its album as part of that.
function objects.track(recording, is_old, is_of_album)
  local song = recording.song
  local track = object("track", ids.text("track", recording.number))
  track.artists = list_of(credits(recording), short_artist)
  track.disc_number, track.track_number, track.explicit = 1, song.track_number, song.is_explicit
  track.duration_ms, track.is_local = song.milliseconds, false
  track.name = names[recording.version](song)
  if is_old then track.available_markets, track.preview_url = mix.json.array({ "SE" }), null
  else track.is_playable = true end
  if is_of_album then return track end
  track.album = objects.album(song, is_old)
  track.external_ids = { isrc = recordings.isrc(recording.number) }
  if is_old then track.popularity = recording.number % 100 end
  return track
end

--- Returns the recording of a `spotify:track:` address; nil where there is none.
function objects.recording(uri)
  local id = uri:match("^spotify:track:(.*)$")
  local number = id and ids.number("track", id)
  return number and recordings.get(number)
end

local function user_of(id, name)
  local user = object("user", id)
  user.display_name = name
  return user
end

--- Returns the user of an account, of whom the old contract tells more.
function objects.profile(id, is_old)
  local user = user_of(id, "Mock Listener")
  user.images = images(user.display_name)
  if is_old then
    user.country, user.email, user.product = "SE", "listener@mixhost.invalid", "premium"
    user.explicit_content = { filter_enabled = false, filter_locked = false }
    user.followers = { href = null, total = 0 }
  end
  return user
end

-- As Spotify escapes descriptions, which it takes as plain text.
local marks = {
  ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#x27;",
  ["/"] = "&#x2F;",
}

-- A mosaic of the first covers; a picture of no known size where they are less than four.
local function cover(list)
  if #list.items == 0 then return null end
  local pictures = images(list.name)
  if #list.items > 3 then return pictures end
  return mix.json.array({ { height = null, width = null, url = pictures[1].url } })
end

--- Returns a playlist of the account.
function objects.playlist(list, is_old)
  local playlist = object("playlist", list.id)
  playlist.collaborative, playlist.public = list.is_shared == true, null
  playlist.description = list.description:gsub("[&<>\"'/]", marks)
  if list.is_public ~= nil then playlist.public = list.is_public end
  playlist.name, playlist.owner = list.name, user_of(list.owner, list.owner)
  playlist.images, playlist.primary_color = cover(list), null
  playlist.snapshot_id = ("%s-%d"):format(list.id, list.version)
  local name = is_old and "tracks" or "items"
  playlist[name] = { href = playlist.href .. "/" .. name, total = #list.items }
  return playlist
end

local function spaced(text) return (text:gsub("+", " ")) end

-- A file of the user's: `spotify:local:ARTIST:ALBUM:TITLE:SECONDS`.
local function local_file(uri)
  local artist, album, title, seconds = uri:match("^spotify:local:([^:]*):([^:]*):([^:]*):(%d+)$")
  if not artist then return null end
  local function part(kind, name)
    return {
      external_urls = mix.json.object({}), href = null, id = null, name = spaced(name), type = kind,
      uri = null,
    }
  end
  local file = part("track", title)
  file.artists, file.album = mix.json.array({ part("artist", artist) }), part("album", album)
  file.duration_ms, file.is_local, file.uri = tonumber(seconds) * 1000, true, uri
  return file
end

local function episode(id)
  local found = object("episode", id)
  found.name, found.description, found.duration_ms = "An episode", "", 1800000
  found.explicit, found.release_date, found.release_date_precision = false, "2025-11-01", "day"
  found.images = mix.json.array({})
  return found
end

--- Returns an item of a playlist: a track, a file of the user's, or an episode.
function objects.item(uri, owner, is_old)
  local recording, show = objects.recording(uri), uri:match("^spotify:episode:([^:]*)$")
  local content = recording and objects.track(recording, is_old) or show and episode(show)
    or local_file(uri)
  local user = user_of(owner)
  return {
    added_at = "2026-01-31T10:00:00Z", added_by = user, primary_color = null,
    is_local = uri:find("^spotify:local:") ~= nil, video_thumbnail = { url = null },
    [is_old and "track" or "item"] = content,
  }
end

--- Returns a page of a list. `asked`: {offset, limit}; `query`: more of its address. `next` counts
--- by the limit, because Spotify leaves items out after it has counted.
function objects.page(items, total, asked, path, query)
  local function address(offset)
    return ("%s%s?offset=%d&limit=%d%s"):format(api, path, offset, asked.limit, query or "")
  end
  local following = asked.offset + asked.limit
  return {
    href = address(asked.offset), items = items, limit = asked.limit, offset = asked.offset,
    next = following < total and address(following) or null, total = total,
    previous = asked.offset > 0 and address(math.max(0, asked.offset - asked.limit)) or null,
  }
end

return objects
