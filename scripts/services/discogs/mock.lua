-- Imitates Discogs for --mock: the albums of the catalogue are its releases, one edition each, and
-- their identifier is the album's first song, plus one. Some artists have a number, as if another
-- one had their name.

local catalogue = mix.catalogue

local authorization = "Discogs token=mock"
local usual_page, longest_page, most_found = 50, 100, 500
local api = "https://api.discogs.com"
local countries = { "US", "UK", "Germany", "Japan", "UK & Europe" }

local function refused(status, message) return { status = status, json = { message = message } } end

local function artist_name(song)
  return song.artist_number % 5 == 3 and song.artist .. " (2)" or song.artist
end

-- Whether the words of a text are all among those of another.
local function has_words(text, sought)
  local known = {}
  for _, word in ipairs(catalogue.words(text)) do known[word] = true end
  for _, word in ipairs(catalogue.words(sought)) do
    if not known[word] then return false end
  end
  return true
end

local function country_of(song) return countries[song.album_first % #countries + 1] end

-- Members that all results of a search have.
local function result(kind, path, id, title)
  return {
    id = id, type = kind, title = title, uri = ("/%s/%d"):format(kind, id), thumb = "",
    cover_image = "", resource_url = ("%s/%s/%d"):format(api, path, id),
    master_id = mix.json.null, master_url = mix.json.null,
    user_data = { in_wantlist = false, in_collection = false },
  }
end

local function release_result(song)
  local id = song.album_first + 1
  local found = result("release", "releases", id, artist_name(song) .. " - " .. song.album)
  found.master_id, found.master_url = id, ("%s/masters/%d"):format(api, id)
  found.country, found.year = country_of(song), tostring(song.year)
  found.format, found.label = { "CD", "Album" }, { "Mock Records" }
  found.genre, found.style = { song.genre }, { song.genre }
  found.barcode = { ("06%010d"):format(id) }
  found.catno, found.community = ("MOCK %d"):format(id), { have = 10, want = 5 }
  found.formats = { { name = "CD", qty = "1", descriptions = { "Album" } } }
  found.format_quantity = 1
  return found
end

-- The songs of the albums that a search means: with an artist, those of the artist.
local function places(query, title)
  if not query.artist then return (catalogue.search(title, "album", most_found)) end
  return (catalogue.search(query.artist, "artist", most_found))
end

-- The albums that a search finds, each once.
local function releases(query)
  local list, seen = {}, {}
  local title = query.release_title or query.q
  for _, index in ipairs(places(query, title)) do
    local song = catalogue.song(index)
    if has_words(song.album, title) and not seen[song.album_first] then
      seen[song.album_first] = true
      list[#list + 1] = release_result(song)
    end
  end
  return list
end

local function artists(query)
  local list, seen = {}, {}
  for _, index in ipairs((catalogue.search(query.q, "artist", most_found))) do
    local song = catalogue.song(index)
    if not seen[song.artist_number] and has_words(song.artist, query.q) then
      seen[song.artist_number] = true
      list[#list + 1] = result("artist", "artists", song.artist_number + 1, artist_name(song))
    end
  end
  return list
end

local function search(request)
  local query = request.query
  local size = query:number("per_page", usual_page, 1, longest_page)
  if not size then return refused(422, "Invalid parameter: per_page must be a number.") end
  local find = query.type == "artist" and artists or releases
  local found = (query.q or query.release_title) and find(query) or {}
  return { json = {
    pagination = { page = 1, pages = 1, per_page = size, items = #found, urls = {} },
    results = mix.json.array(table.move(found, 1, math.min(size, #found), 1, {})),
  } }
end

local function artist_entry(number, name)
  return { id = number + 1, name = name, anv = "", join = "", role = "", tracks = "",
    resource_url = ("%s/artists/%d"):format(api, number + 1) }
end

local function release(request)
  local id = math.tointeger(tonumber(request.parts.id))
  local song = id and catalogue.song(id - 1)
  if not song or song.album_first ~= id - 1 then return refused(404, "Release not found.") end
  local tracks = mix.json.array({})
  for index = song.album_first, song.album_first + song.track_count - 1 do
    local each = catalogue.song(index)
    tracks[#tracks + 1] = each and {
      position = tostring(each.track_number), type_ = "track", title = each.title,
      duration = os.date("!%M:%S", each.milliseconds // 1000):gsub("^0", ""),
    }
  end
  return { json = {
    id = id, title = song.album, year = song.year, released = song.date, country = country_of(song),
    artists_sort = song.artist, artists = { artist_entry(song.artist_number, artist_name(song)) },
    tracklist = tracks, uri = ("https://www.discogs.com/release/%d"):format(id),
    resource_url = ("%s/releases/%d"):format(api, id), status = "Accepted",
  } }
end

local function artist(request)
  local id = math.tointeger(tonumber(request.parts.id))
  local name = id and catalogue.artist(id - 1)
  if not name then return refused(404, "The requested resource was not found.") end
  return { json = {
    id = id, name = name, profile = "", namevariations = { name:upper() },
    uri = ("https://www.discogs.com/artist/%d"):format(id), data_quality = "Correct",
    resource_url = ("%s/artists/%d"):format(api, id),
    releases_url = ("%s/artists/%d/releases"):format(api, id),
  } }
end

return {
  settings = { ["discogs.token"] = authorization },
  routes = {
    ["GET /discogs/database/search"] = search,
    ["GET /discogs/releases/:id"] = release,
    ["GET /discogs/artists/:id"] = artist,
  },
  check = function(request)
    if request.headers.authorization ~= authorization then
      return refused(401, "You must authenticate to access this resource.")
    end
  end,
  --- The answer to one request too many (--mock=rate=60/min).
  limited = function()
    return {
      status = 429, json = { message = "You are making requests too quickly." },
      headers = { ["X-Discogs-Ratelimit"] = "60", ["X-Discogs-Ratelimit-Used"] = "60",
        ["X-Discogs-Ratelimit-Remaining"] = "0" },
    }
  end,
}
