-- Imitates Apple's charts of most-played songs, as the RSS Builder publishes them. Their
-- identifiers are those of the tracks at iTunes.

local catalogue = require("lib.mock.catalogue")
local releases = require("services.itunes.mock_parts.releases")
local stores = require("services.itunes.mock_parts.stores")

local limits = { ["10"] = 10, ["25"] = 25, ["50"] = 50, ["100"] = 100 }
local seconds_a_day = 86400

-- The files of other stores and lengths do not exist; the web server says so, not an API.
local missing_page = [[
<!DOCTYPE html>
<html><head><title>404 Not Found</title></head>
<body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>
]]

-- A song's place in a store's chart: the US store in the order of the other chart, the others with
-- every song moved down by up to 20 places.
local function place_of(rank, index, store)
  if store.code == "us" then return rank * 1000 end
  return (rank + stores.digest(store, index):below(20)) * 1000 + rank % 1000
end

-- The releases at the top of a store's chart: what it sells of the songs of the other chart, fewer
-- than `limit` where the catalogue is small.
local function top(limit, store)
  local list = {}
  -- More ranks than asked for, as some songs have no release or are not sold in the store.
  for rank = 1, math.max(catalogue.chart_size(), limit * 3 // 2) do
    local song = catalogue.chart_song(rank)
    if song.index < catalogue.size() and stores.sells(store, song.index) then
      list[#list + 1] = { song = song, place = place_of(rank, song.index, store) }
    end
  end
  table.sort(list, function(a, b) return a.place < b.place end)
  local found = {}
  for place = 1, math.min(limit, #list) do
    found[#found + 1] = releases.of_kind(list[place].song, "single", "album")
  end
  return found
end

local function entry(each, store)
  return {
    artistName = each.artist, id = tostring(each.track_id), name = each.title,
    releaseDate = catalogue.date(each.day), kind = "songs", artistId = tostring(each.artist_id),
    artistUrl = releases.artist_link(each.artist, each.artist_id, store),
    -- Spelled as Apple spells it.
    contentAdvisoryRating = each.explicitness == "explicit" and "Explict" or nil,
    artworkUrl100 = releases.artwork(each, 100),
    -- The charts of albums name genres, those of songs do not.
    genres = mix.json.array({}), url = releases.link(each, store, true),
  }
end

local function feed(list, store)
  local address = ("https://rss.marketingtools.apple.com/api/v2/%s/music/most-played/%d/songs.json")
    :format(store.code, #list)
  local today = mix.mock.now() // seconds_a_day * seconds_a_day
  local entries = mix.json.array({})
  for place, each in ipairs(list) do entries[place] = entry(each, store) end
  return { feed = {
    title = "Top Songs", id = address, country = store.code,
    author = { name = "Apple", url = "https://www.apple.com/" },
    links = mix.json.array({ { self = address } }),
    copyright = "Copyright © 2026 Apple Inc. All rights reserved.",
    icon = "https://www.apple.com/favicon.ico",
    -- Made anew once a day.
    updated = os.date("!%a, %d %b %Y 00:00:00 +0000", today), results = entries,
  } }
end

return {
  is_unlimited = true,
  routes = {
    ["GET /apple_charts/:country/music/most-played/:limit/songs.json"] = function(request)
      local country, limit = request.parts.country, limits[request.parts.limit]
      local store = country == country:lower() and stores.get(country)
      if not store or not limit then
        return { status = 404, type = "text/html; charset=utf-8", body = missing_page }
      end
      return { json = feed(top(limit, store), store) }
    end,
  },
}
