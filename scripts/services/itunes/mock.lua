-- Imitates the iTunes Search API: searches and look-ups, with its odd spacing. Over the limit it
-- says nothing: no body, no Retry-After.

local catalogue = require("lib.mock.catalogue")
local pictures = require("lib.mock.pictures")
local real_songs = require("lib.mock.real_songs")
local tune = require("lib.mock.tune")
local releases = require("services.itunes.mock_parts.releases")
local stores = require("services.itunes.mock_parts.stores")

local content_type = "text/javascript; charset=utf-8"
local usual_limit, most_results = 50, 200
local various_id = 36270
local medias = { all = true, music = true }
local entities = { song = true, musicTrack = true, allTrack = true }
local fields = {
  mixTerm = "any", musicTrackTerm = "any", keywordsTerm = "any", songTerm = "title",
  titleTerm = "title", artistTerm = "artist", allArtistTerm = "artist", albumTerm = "album",
}
local genre_ids = {
  Alternative = 20, Country = 6, Dance = 17, Electronic = 7, ["Hip-Hop/Rap"] = 18, ["J-Pop"] = 27,
  ["K-Pop"] = 51, Latin = 12, Pop = 14, ["R&B/Soul"] = 15, Rock = 21, ["Singer/Songwriter"] = 10,
}
local advice = { explicit = "Explicit", cleaned = "Clean" }

local function time_of(day) return catalogue.date(day) .. "T12:00:00Z" end

local function price_of(each) return each.on.tracks == 1 and 1.29 or 9.99 end

-- A collection is explicit with any of its songs.
local function collection_explicitness(each)
  if each.explicitness ~= "notExplicit" or each.kind ~= "album" and each.kind ~= "deluxe" then
    return each.explicitness
  end
  local first = each.song.album_first
  for index = first, first + 7 do
    local song = real_songs.song(index)
    if not song or song.album_first ~= first then break end
    if song.is_explicit then return "explicit" end
  end
  return each.explicitness
end

local function with_artwork(item, each, edges)
  for _, edge in ipairs(edges) do item["artworkUrl" .. edge] = releases.artwork(each, edge) end
  return item
end

local function track(each, store)
  local link = releases.link(each, store, true) .. "&uo=4"
  return with_artwork({
    wrapperType = "track", kind = "song", artistId = each.artist_id,
    collectionId = each.collection_id, trackId = each.track_id, artistName = each.artist,
    collectionName = each.collection, trackName = each.title,
    collectionCensoredName = each.collection, trackCensoredName = each.title,
    collectionArtistId = each.collection_artist and various_id or nil,
    collectionArtistName = each.collection_artist,
    collectionArtistViewUrl = each.collection_artist
      and releases.artist_link(each.collection_artist, various_id, store) or nil,
    artistViewUrl = releases.artist_link(each.artist, each.artist_id, store) .. "?uo=4",
    collectionViewUrl = link, trackViewUrl = link,
    previewUrl = each.has_preview and releases.preview(each) or nil,
    collectionPrice = price_of(each), trackPrice = 1.29, releaseDate = time_of(each.day),
    collectionExplicitness = collection_explicitness(each), trackExplicitness = each.explicitness,
    discCount = each.on.discs or 1, discNumber = each.on.disc or 1, trackCount = each.on.tracks,
    trackNumber = each.on.track, trackTimeMillis = each.milliseconds, country = store.country,
    currency = store.currency, primaryGenreName = each.song.genre,
    contentAdvisoryRating = advice[each.explicitness], isStreamable = true,
  }, each, { 30, 60, 100 })
end

local function collection(each, store)
  local name, explicitness = each.collection or each.title, collection_explicitness(each)
  return with_artwork({
    wrapperType = "collection", collectionType = "Album", artistId = each.artist_id,
    collectionId = each.collection_id, artistName = each.collection_artist or each.artist,
    collectionName = name, collectionCensoredName = name,
    collectionViewUrl = releases.link(each, store) .. "?uo=4", collectionPrice = price_of(each),
    collectionExplicitness = explicitness, contentAdvisoryRating = advice[explicitness],
    trackCount = each.on.tracks, country = store.country, currency = store.currency,
    releaseDate = time_of(each.day), primaryGenreName = each.song.genre,
    copyright = ("℗ %s %s"):format(catalogue.date(each.day):sub(1, 4), each.artist),
  }, each, { 60, 100 })
end

local function artist(number, store)
  local index = catalogue.by_artist(number, 1)[1]
  if not index then return nil end
  local name, id = catalogue.artist(number), releases.artist_id(number)
  local genre = real_songs.song(index).genre
  return { wrapperType = "artist", artistType = "Artist", artistName = name,
    artistLinkUrl = releases.artist_link(name, id, store) .. "?uo=4", artistId = id,
    primaryGenreName = genre, primaryGenreId = genre_ids[genre] }
end

-- The text of an answer: newlines, then the object in one of the layouts seen in the wild. The same
-- question gets the same bytes.
local function body_of(results, key)
  local digest = catalogue.digest(key)
  local newlines = ("\n"):rep(1 + digest:below(4))
  if digest:chance(60) then
    local lines = {}
    for place, result in ipairs(results) do lines[place] = mix.json.encode(result) end
    return ('%s{\n "resultCount":%d,\n "results": [%s%s]\n}\n\n\n'):format(newlines, #results,
      #lines > 0 and "\n" or "", table.concat(lines, ", \n"))
  end
  return newlines .. mix.json.encode({ resultCount = #results, results = mix.json.array(results) },
    { pretty = digest:chance(50) }) .. "\n"
end

local function invalid(key)
  return { status = 400, type = content_type,
    json = { errorMessage = ("Invalid value(s) for key(s): [%s]"):format(key) } }
end

-- The releases of the songs that a store sells, at most `most` in all and `of_each` of a song.
local function releases_of(indices, store, most, of_each)
  local list = {}
  for _, index in ipairs(indices) do
    local all = stores.sells(store, index) and releases.of(real_songs.song(index)) or {}
    local count = math.min(#all, of_each, most - #list)
    table.move(all, 1, count, #list + 1, list)
  end
  return list
end

-- Somebody else's songs of the same name come last, and now and then first.
local function found(term, field, limit, store)
  local indices, alike = real_songs.search(term, field, limit)
  local own = releases_of(indices, store, limit, math.maxinteger)
  local others = releases_of(alike, store, math.maxinteger, 1)
  local is_first = catalogue.digest(term):below(8) == 0
  local first, last = is_first and others or own, is_first and own or others
  return table.move(last, 1, #last, #first + 1, first)
end

local function is_clean(each) return each.explicitness ~= "explicit" end

local function search(query, store)
  local term = query.term
  if not term then return {} end
  if not medias[query.media or "all"] then return nil, "media" end
  if not entities[query.entity or "song"] then return nil, "entity" end
  local limit = query:number("limit", usual_limit, math.mininteger, math.maxinteger)
  if not limit then return nil, "limit" end
  limit = math.min(math.max(limit, 1), most_results)
  local field = fields[query.attribute or "mixTerm"]
  if not field then return nil, "attribute" end
  local wants_clean = (query.explicit or ""):lower() == "no"
  local results = {}
  for _, each in ipairs(found(term, field, limit, store)) do
    if #results < limit and (not wants_clean or is_clean(each)) then
      results[#results + 1] = track(each, store)
    end
  end
  return results
end

local function item(id, store)
  local number = releases.artist_number(id)
  if number then return artist(number, store) end
  local each, is_track = releases.get(id)
  if not each or not stores.sells(store, each.song.index) then return nil end
  return is_track and track(each, store) or collection(each, store)
end

-- Unknown identifiers are left out, as the service does.
local function look_up(query, store)
  local results, asked = {}, 0
  for text in (query.id or ""):gmatch("[^,]+") do
    asked = asked + 1
    if asked > most_results then break end
    local id = math.tointeger(tonumber(text:match("^%-?%d+$")))
    results[#results + 1] = id and item(id, store)
  end
  return results
end

local function answer(results_of)
  return function(request)
    local query = request.query
    local store = stores.get(query.country or "us")
    if not store then return invalid("country") end
    local results, wrong = results_of(query, store)
    if not results then return invalid(wrong) end
    return { type = content_type, body = body_of(results, query.term or query.id or "") }
  end
end

return {
  media = {
    ["audio-ssl.itunes.apple.com"] = function(parts)
      return pictures.answer(tune(parts[#parts] or ""), "audio/wav")
    end,
  },
  routes = { ["GET /itunes/search"] = answer(search), ["GET /itunes/lookup"] = answer(look_up) },
  limited = function() return { status = 403 } end,
}
