-- Imitates Discogs for --mock: the albums of the catalogue are its releases, one edition each, and
-- their identifier is the album's first song, plus one. Some artists have a number, as if another
-- one had their name.

local catalogue = require("lib.mock.catalogue")

local authorization = "Discogs token=mock"
local usual_page, longest_page, most_found = 50, 100, 500
local api = "https://api.discogs.com"
local countries = { "US", "UK", "Germany", "Japan", "UK & Europe" }

local function refused(status, message) return { status = status, json = { message = message } } end

local function artist_name(song)
  return song.artist_number % 5 == 3 and song.artist .. " (2)" or song.artist
end

-- Whether the words of a text are the beginning of another's.
local function begins(text, sought)
  local words = table.concat(catalogue.words(text), " ") .. " "
  return words:find(table.concat(catalogue.words(sought), " ") .. " ", 1, true) == 1
end

local function country_of(song) return countries[song.album_first % #countries + 1] end

-- Members that all results of a search have.
local function result(kind, id, title)
  return {
    id = id, type = kind, title = title, uri = ("/%s/%d"):format(kind, id), thumb = "",
    cover_image = "", resource_url = ("%s/%ss/%d"):format(api, kind, id),
    master_id = mix.json.null, master_url = mix.json.null,
    user_data = { in_wantlist = false, in_collection = false },
  }
end

local function release_result(song)
  local id = song.album_first + 1
  local found = result("release", id, artist_name(song) .. " - " .. song.album)
  for member, value in pairs({
    master_id = id, master_url = ("%s/masters/%d"):format(api, id), country = country_of(song),
    year = tostring(song.year), format = { "CD" }, label = { "Mock" }, genre = { song.genre },
    style = { song.genre }, barcode = { ("06%010d"):format(id) }, catno = ("MOCK %d"):format(id),
    community = { have = 10, want = 5 }, format_quantity = 1,
    formats = { { name = "CD", qty = "1", descriptions = { "Album" } } },
  }) do found[member] = value end
  return found
end

-- The albums that a search finds, each once; with an artist, among those of the artist.
local function releases(query)
  local list, seen = {}, {}
  local title = query.release_title or query.q
  local places = query.artist and catalogue.search(query.artist, "artist", most_found)
    or catalogue.search(title, "album", most_found)
  for _, index in ipairs(places) do
    local song = catalogue.song(index)
    if begins(song.album, title) and not seen[song.album_first] then
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
    if not seen[song.artist_number] then
      seen[song.artist_number] = true
      list[#list + 1] = result("artist", song.artist_number + 1, artist_name(song))
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

return {
  settings = { ["discogs.token"] = "mock" },
  routes = { ["GET /discogs/database/search"] = search },
  check = function(request)
    if request.headers.authorization ~= authorization then
      return refused(401, "You must authenticate to access this resource.")
    end
  end,
  --- The answer to one request too many (--mock=rate=60/min).
  limited = function()
    local answer = refused(429, "You are making requests too quickly.")
    answer.headers = { ["X-Discogs-Ratelimit"] = "60", ["X-Discogs-Ratelimit-Remaining"] = "0" }
    return answer
  end,
}
