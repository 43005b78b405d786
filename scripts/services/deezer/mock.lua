-- Imitates Deezer: artists, the order of their tracks, and tracks. Most of its errors are answers
-- with status 200.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local recordings = require("lib.mock.recordings")
local slug = require("lib.mock.slug")

-- The first numbers of artists, tracks and albums.
local artist_base, track_base, album_base = 1000, 3000000, 300000
local api, site = "https://api.deezer.com", "https://www.deezer.com"
local usual_page, usual_top, longest_page = 25, 5, 100

local function failed(kind, message, code, status)
  return { status = status, json = { error = { type = kind, message = message, code = code } } }
end

local function no_data() return failed("DataException", "no data", 800, 404) end

-- A picture in Deezer's sizes: `cover`, `cover_small` and so on, added to `to`.
local sizes = { [""] = 120, _small = 56, _medium = 250, _big = 500, _xl = 1000 }
local function with_pictures(to, field, title, folder)
  for ending, edge in pairs(sizes) do
    to[field .. ending] = ("https://cdn-images.dzcdn.net/images/%s/%s/%dx%d-000000-80-0-0.jpg")
      :format(folder, slug(title, "source"), edge, edge)
  end
  return to
end

local function hash_of(text)
  local digest = catalogue.digest(text)
  return digest:hex() .. digest:hex()
end

local function artist(number, name)
  local id = artist_base + number
  return with_pictures({
    id = id, name = name or catalogue.artist(number), link = ("%s/artist/%d"):format(site, id),
    radio = true, tracklist = ("%s/artist/%d/top?limit=50"):format(api, id), type = "artist",
  }, "picture", name or catalogue.artist(number), "artist")
end

local function found_artist(number)
  local found = artist(number)
  found.nb_album, found.nb_fan = 2, 1000000 - number
  return found
end

-- The address for sharing what has a page.
local function shared(page) return ("%s?utm_source=deezer"):format(page.link) end

local function contributors(song)
  local list = mix.json.array({ artist(song.artist_number, song.artist) })
  for place, name in ipairs(song.others) do list[place + 1] = artist(artists.number(name), name) end
  for place, each in ipairs(list) do
    each.role = (place == 1 or song.credit == "joint") and "Main" or "Featured"
    each.share = shared(each)
  end
  return list
end

local function album(song)
  local id = album_base + song.album_first
  return with_pictures({
    id = id, title = song.album, md5_image = hash_of(song.album),
    tracklist = ("%s/album/%d/tracks"):format(api, id), type = "album",
  }, "cover", song.album, "cover")
end

local remarks = {
  studio = "", live = "(Live)", acoustic = "(Acoustic)", karaoke = "", remaster = "(Remastered %d)",
}

local function track(recording)
  local song, id = recording.song, track_base + recording.number
  local remark = remarks[recording.version]:format(2009 + song.index % 15)
  local by = { id = artist_base + song.artist_number, name = song.artist, type = "artist" }
  by.tracklist = ("%s/artist/%d/top?limit=50"):format(api, by.id)
  return {
    id = id, readable = true, title = song.credited_title .. (remark ~= "" and " " or "") .. remark,
    title_short = song.full_title, title_version = remark,
    link = ("%s/track/%d"):format(site, id), duration = song.milliseconds // 1000, rank = 900000,
    explicit_lyrics = song.is_explicit, explicit_content_lyrics = song.is_explicit and 1 or 0,
    explicit_content_cover = 0, preview = "", md5_image = hash_of(song.album),
    contributors = contributors(song), artist = by, album = album(song), type = "track",
  }
end

-- The page of a track, which has more than lists have.
local function track_page(recording)
  local song, page = recording.song, track(recording)
  page.isrc, page.release_date = recordings.isrc(recording.number), song.date
  page.album.release_date, page.album.link = song.date, ("%s/album/%d"):format(site, page.album.id)
  page.artist = artist(song.artist_number, song.artist)
  page.artist.share, page.track_token = shared(page.artist), hash_of(page.link)
  page.track_position, page.disk_number = song.track_number, 1
  page.share = shared(page)
  page.bpm, page.gain, page.available_countries = 0, -9, mix.json.array({ "DE", "FR", "GB", "US" })
  return page
end

-- A page of a list, each item made by `form`.
local function page(list, form, query, usual, path)
  local limit = query:number("limit", usual, 0, math.maxinteger) or usual
  local index = query:number("index", 0, 0, math.maxinteger) or 0
  limit = math.min(limit, longest_page)
  local data, last = mix.json.array({}), math.min(#list, index + limit)
  for place = index + 1, last do data[#data + 1] = form(list[place]) end
  local more = limit > 0 and last < #list
  return { json = { data = data, total = #list,
    next = more and ("%s%s&limit=%d&index=%d"):format(api, path, limit, last) or nil } }
end

-- Deezer's listeners hear other songs first than Spotify's.
local function top(number)
  local list = recordings.by_artist(number)
  for _, recording in ipairs(list) do
    recording.rank = catalogue.digest(recording.number, 72):below(1000)
  end
  table.sort(list, function(a, b)
    if a.rank ~= b.rank then return a.rank < b.rank end
    return a.number < b.number
  end)
  return list
end

local function number_of(id, base)
  local number = math.tointeger(tonumber(id:match("^%d+$")))
  return number and number >= base and number - base or nil
end

local routes = {}

-- A name that begins with `busy` is answered with the error of a busy service, which has no code,
-- each first time.
routes["GET /deezer/search/artist"] = function(request, state)
  local words = request.query.q
  if not words then return failed("MissingParameterException", "Missing parameters: q", 501) end
  if words:find("^busy") then
    state.refused[words] = not state.refused[words]
    if state.refused[words] then return failed("Exception", "An error has occurred") end
  end
  local path = "/search/artist?q=" .. words:gsub("[^%w]", function(sign)
    return ("%%%02X"):format(sign:byte())
  end)
  return page(artists.search(words), found_artist, request.query, usual_page, path)
end

routes["GET /deezer/artist/:id/top"] = function(request)
  local number = number_of(request.parts.id, artist_base)
  if not number or not catalogue.artist(number) then return no_data() end
  local path = ("/artist/%d/top?"):format(artist_base + number)
  return page(top(number), track, request.query, usual_top, path)
end

routes["GET /deezer/track/:id"] = function(request)
  local number = number_of(request.parts.id, track_base)
  local recording = number and recordings.get(number)
  return recording and { json = track_page(recording) } or no_data()
end

return {
  routes = routes,
  state = function() return { refused = {} } end,
  limited = function() return failed("Exception", "Quota limit exceeded", 4) end,
}
