-- Imitates a Jellyfin server (API of version 10.10): its songs are the catalogue's first, and
-- playlists can be made until the mock ends.

local catalogue = require("lib.mock.catalogue")
local lists = require("lib.mock.lists")

local user, token = "joe", "0123456789abcdef0123456789abcdef"
local user_id = "05e50000000000000000000000000001"
local server_id = "5e5e0000000000000000000000000001"
local most_songs, longest_search = 1000, 500
local ticks_a_millisecond = 10000
local seen_at, blurred = "2026-11-20T08:00:00.0000000Z", "W797hQ?bf7ofxuWU"

-- 32 hexadecimal digits, of which the first two tell what the number stands for.
local function identifier(prefix, number) return ("%s%030d"):format(prefix, number) end

local function number_of(id)
  local digits = type(id) == "string" and id:match("^a0(%d+)$")
  local number = digits and #digits == 30 and math.tointeger(tonumber(digits))
  return number and number < most_songs and number or nil
end

local function named(names, number)
  return lists.each(names, function(name, place)
    return { Name = name, Id = identifier("c0", number + place - 1) }
  end)
end

-- The tag of a picture, and the blurred picture that stands in while it loads.
local function with_picture(item, tag)
  item.ImageTags, item.ImageBlurHashes = { Primary = tag }, { Primary = { [tag] = blurred } }
  item.BackdropImageTags = mix.json.array({})
  return item
end

local function tag_of(text) return catalogue.digest(text):hex() end

-- How often the user heard an item.
local function heard(id, key, count)
  return { PlaybackPositionTicks = 0, PlayCount = count, IsFavorite = false, Played = count > 0,
    LastPlayedDate = count > 0 and seen_at or nil, Key = key, ItemId = id }
end

local function song(index)
  local known, id = catalogue.song(index), identifier("a0", index)
  local cover = tag_of(known.album)
  return with_picture({
    Name = known.credited_title, Id = id, ServerId = server_id, ChannelId = mix.json.null,
    Type = "Audio", MediaType = "Audio", LocationType = "FileSystem", IsFolder = false,
    Artists = mix.json.array({ known.credited_artist }),
    ArtistItems = named({ known.credited_artist }, known.artist_number),
    AlbumArtist = known.artist, AlbumArtists = named({ known.artist }, known.artist_number),
    Album = known.album, AlbumId = identifier("d0", known.album_first),
    AlbumPrimaryImageTag = cover, PremiereDate = known.date .. "T00:00:00.0000000Z",
    RunTimeTicks = known.milliseconds * ticks_a_millisecond, ProductionYear = known.year,
    IndexNumber = known.track_number, ParentIndexNumber = 1, HasLyrics = false,
    NormalizationGain = -8.24, UserData = heard(id, ("%s-%s-0001-%04d%s"):format(known.artist,
      known.album, known.track_number, known.credited_title), 1 + index % 5),
  }, cover)
end

-- A song in a playlist, where its place has an identifier, too.
local function entry(index, place)
  local item = song(index)
  item.PlaylistItemId = identifier("e0", place)
  return item
end

local function playlist(list)
  local length = 0
  for _, index in ipairs(list.songs) do length = length + catalogue.song(index).milliseconds end
  return with_picture({
    Name = list.name, Id = list.id, ServerId = server_id, Type = "Playlist", MediaType = "Audio",
    ChannelId = mix.json.null, LocationType = "FileSystem", IsFolder = true,
    -- An empty one has neither.
    ChildCount = length > 0 and #list.songs or nil,
    RunTimeTicks = length > 0 and length * ticks_a_millisecond or nil,
    UserData = heard(list.id, list.id, 0),
  }, tag_of(list.id))
end

-- The part of a list that a query asks for, each item made by `form`.
local function page(list, form, query)
  local start = math.max(0, query:number("startIndex", 0, 0, math.maxinteger) or 0)
  local limit = query:number("limit", #list, 0, math.maxinteger) or #list
  return { json = { Items = lists.page(list, start, limit, form), TotalRecordCount = #list,
    StartIndex = start } }
end

local function kept(indices, is_wanted)
  local list = {}
  for _, index in ipairs(indices) do
    if index < most_songs and (not is_wanted or is_wanted(index)) then list[#list + 1] = index end
  end
  return list
end

local function searched(words, field) return (catalogue.search(words, field, longest_search)) end

local function words_of(text) return table.concat(catalogue.words(text), " ") end

-- The server looks for `searchTerm` in titles only; `artists` is a whole name.
local function found(query)
  local artists = query.artists
  if query.searchTerm then
    local wanted = artists and words_of(artists)
    return kept(searched(query.searchTerm, "title"), wanted and function(index)
      local known = catalogue.song(index)
      return words_of(known.artist) == wanted or words_of(known.credited_artist) == wanted
    end)
  end
  if artists then return kept(searched(artists, "artist")) end
  return lists.range(0, math.min(most_songs, catalogue.size()) - 1)
end

local function numbers_of(ids) return lists.each(ids, number_of) end

local routes = {}

routes["GET /jellyfin/System/Info"] = function()
  return { json = { ServerName = "mixhost-mock", Version = "10.10.0", Id = server_id,
    ProductName = "Jellyfin Server" } }
end

routes["GET /jellyfin/Users"] = function()
  return { json = mix.json.array({ {
    Name = user, Id = user_id, ServerId = server_id, HasPassword = true,
    HasConfiguredPassword = true, HasConfiguredEasyPassword = false, EnableAutoLogin = false,
    LastLoginDate = seen_at, LastActivityDate = seen_at,
    Configuration = { PlayDefaultAudioTrack = true, SubtitleLanguagePreference = "",
      DisplayMissingEpisodes = false, SubtitleMode = "Default", HidePlayedInLatest = true },
    Policy = { IsAdministrator = false, IsHidden = true, IsDisabled = false,
      EnableAllFolders = true, EnableMediaPlayback = true, LoginAttemptsBeforeLockout = -1 },
  } }) }
end

routes["GET /jellyfin/Items"] = function(request, state)
  local query = request.query
  if query.includeItemTypes == "Playlist" then return page(state.playlists, playlist, query) end
  if not query.ids then return page(found(query), song, query) end
  local ids = {}
  for id in query.ids:gmatch("[^,]+") do ids[#ids + 1] = id end
  return page(numbers_of(ids), song, query)
end

routes["GET /jellyfin/Playlists/:id/Items"] = function(request, state)
  for _, list in ipairs(state.playlists) do
    if list.id == request.parts.id then return page(list.songs, entry, request.query) end
  end
  return { status = 404, json = "Playlist not found" }
end

routes["POST /jellyfin/Playlists"] = function(request, state)
  local body = request.json
  if type(body) ~= "table" or type(body.Name) ~= "string" or type(body.Ids) ~= "table"
    or body.UserId ~= user_id then
    return { status = 400 }
  end
  local made = { name = body.Name, songs = numbers_of(body.Ids) }
  made.id = identifier("b1", #state.playlists + 1)
  table.insert(state.playlists, made)
  return { json = { Id = made.id } }
end

return {
  settings = { ["jellyfin.user"] = user, ["jellyfin.token"] = token },
  is_unlimited = true,
  routes = routes,
  state = function()
    return { playlists = {
      { id = identifier("b1", 1), name = "Kitchen", songs = lists.range(0, 9) },
      { id = identifier("b1", 2), name = "Late", songs = lists.range(20, 24) },
    } }
  end,
  check = function(request)
    if request.query.ApiKey ~= token then return { status = 401 } end
  end,
}
