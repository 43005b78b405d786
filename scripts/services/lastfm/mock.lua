-- Imitates Last.fm for --mock: songs and artists of the catalogue. Methods stand in the query, and
-- refusals in the answer; those of a key have a status as well.

local catalogue = require("lib.mock.catalogue")

local key = ("0123456789abcdef"):rep(2)
local usual_page, longest_page = 30, 1000
local site = "https://www.last.fm/music/"
-- The star that stands where there is no picture.
local picture = "https://lastfm.freetls.fastly.net/i/u/34s/2a96cbd8b46e442fc41c2b86b821562f.png"

local function refused(code, message, status)
  return { status = status, json = { error = code, message = message } }
end

-- A part of an address: signs that addresses use are written twice.
local function written(text)
  local once = text:gsub("[^%w_.~ -]", function(sign)
    local escaped = ("%%%02X"):format(sign:byte())
    return sign == "+" and "%25" .. escaped:sub(2) or escaped
  end)
  return (once:gsub(" ", "+"))
end

local function listeners(name) return tostring(catalogue.digest(name):below(2000000)) end

-- The members that tracks and artists share.
local function entry(name, url, streamable)
  return {
    name = name, url = url, streamable = streamable, listeners = listeners(name), mbid = "",
    image = { { ["#text"] = picture, size = "small" } },
  }
end

local function track_url(song)
  return ("%s%s/_/%s"):format(site, written(song.credited_artist), written(song.credited_title))
end

-- The frame of a search: numbers are texts.
local function page(list, member, entries, words)
  return { json = { results = {
    ["opensearch:Query"] = {
      ["#text"] = "", role = "request", startPage = "1", searchTerms = words,
    },
    ["opensearch:totalResults"] = tostring(#entries), ["opensearch:startIndex"] = "0",
    ["opensearch:itemsPerPage"] = tostring(usual_page),
    [list] = { [member] = mix.json.array(entries) },
    ["@attr"] = words and { ["for"] = words } or {},
  } } }
end

local function missing()
  return refused(6, "Invalid parameters - Your request is missing a required parameter", 400)
end

local methods = {}

methods["track.search"] = function(query, limit)
  if not query.track then return missing() end
  local words = query.artist and query.track .. " " .. query.artist or query.track
  local found, same_title = catalogue.search(words, "any", limit)
  table.move(same_title, 1, #same_title, #found + 1, found)
  local entries = {}
  for place = 1, math.min(limit, #found) do
    local song = catalogue.song(found[place])
    entries[place] = entry(song.credited_title, track_url(song), "FIX" .. "ME")
    entries[place].artist = song.credited_artist
  end
  return page("trackmatches", "track", entries)
end

methods["artist.search"] = function(query, limit)
  if not query.artist then return missing() end
  local entries, seen = {}, {}
  for _, index in ipairs((catalogue.search(query.artist, "artist", 500))) do
    local name = catalogue.song(index).artist
    if not seen[name] and #entries < limit then
      seen[name] = true
      entries[#entries + 1] = entry(name, site .. written(name), "0")
    end
  end
  return page("artistmatches", "artist", entries, query.artist)
end

local function tag(name) return { name = name, url = "https://www.last.fm/tag/" .. name } end

methods["track.getInfo"] = function(query)
  if not (query.track and query.artist) then return missing() end
  local found = catalogue.search(query.track .. " " .. query.artist, "any", 1)
  local song = found[1] and catalogue.song(found[1])
  if not song then return refused(6, "Track not found") end
  local maker = { name = song.credited_artist, url = site .. written(song.credited_artist) }
  return { json = { track = {
    name = song.credited_title, url = track_url(song), duration = tostring(song.milliseconds),
    listeners = listeners(song.title), playcount = listeners(song.album), artist = maker,
    streamable = { ["#text"] = "0", fulltrack = "0" },
    -- Every fourth track has one tag, which is an object then.
    toptags = { tag = song.index % 4 == 3 and tag("pop") or { tag("pop"), tag("mock") } },
    album = { artist = song.artist, title = song.album,
      url = ("%s%s/%s"):format(site, written(song.artist), written(song.album)),
      ["@attr"] = { position = tostring(song.track_number) } },
  } } }
end

return {
  settings = { ["lastfm.key"] = key },
  routes = {
    ["GET /lastfm"] = function(request)
      local method = methods[request.query.method]
      if not method then return refused(3, "Invalid Method - No method with that name", 400) end
      local limit = request.query:number("limit", usual_page, 1, longest_page) or usual_page
      return method(request.query, limit)
    end,
  },
  check = function(request)
    if request.query.api_key ~= key then
      return refused(10, "Invalid API key - You must be granted a valid key by last.fm", 403)
    end
  end,
  limited = function() return refused(29, "Rate limit exceeded", 429) end,
}
