-- The releases of a song at iTunes, in the order a search lists them: mostly the artist's own
-- first, for one song in six a decoy on top.

local catalogue = require("lib.mock.catalogue")
local real_songs = require("lib.mock.real_songs")
local slug = require("lib.mock.slug")
local stores = require("services.itunes.mock_parts.stores")

local releases = {}

-- The kinds in the order in which a search mostly lists them; those from the remix on are decoys.
local kinds = { "album", "single", "deluxe", "compilation", "remaster", "remix", "live", "cover",
  "karaoke", "tribute" }
local shares = { album = 100, single = 70, deluxe = 35, compilation = 25, remix = 25, live = 20,
  cover = 20, karaoke = 30, tribute = 12 }
local first_decoy = 6
-- The songs of the bundled chart come out in every form.
local known_songs = 10
local remixers = { "Kolsch & Varga", "Nightdrive", "Tomas Hale", "DJ Falke", "Subtle Motion" }
local places = { "Wembley", "Red Rocks", "Budokan", "the Fillmore", "Montreux", "KEXP" }
local makers = {
  cover = { "Acoustic Corner", "Piano Dreamers Trio", "Lena Duarte", "Rainy Sunday Covers" },
  karaoke = { "Karaoke Carousel", "Sing-Along Studio", "Party Tyme Allstars", "Vocal Zero" },
  tribute = { "The Tribute Pack", "Ameritz Sound Crew", "Chart Hits Allstars" },
}
local editions = { "Deluxe Edition", "Deluxe", "Expanded Edition", "The Moonlight Edition" }

-- Identifiers say what they stand for; those of tracks are odd, those of collections even.
local id_base, ids_a_song, artist_base, maker_base = 1000000000, 32, 100000000, 90000000

local function pick(digest, list) return list[1 + digest:below(#list)] end

-- For each kind what differs from the song: title, collection, maker (who recorded it instead),
-- later (days), longer (milliseconds).
local versions = {}

function versions.album(song) return { title = song.credited_title, collection = song.album } end

function versions.single(song, digest)
  return { title = song.credited_title, collection = song.credited_title .. " - Single",
    later = -digest:below(60), longer = digest:below(900) - 450 }
end

-- Editions often leave the guests out of the title.
function versions.deluxe(song, digest)
  local edition = pick(digest, editions)
  return { title = digest:chance(40) and song.full_title or song.credited_title,
    collection = ("%s (%s)"):format(song.album, edition), later = 200,
    longer = digest:below(1500) - 750 }
end

function versions.compilation(song, digest)
  return { title = song.credited_title,
    collection = ("Now Playing: Hits of %d"):format(song.year), later = 300,
    longer = digest:below(2400) - 1200 }
end

function versions.remaster(song, digest)
  local form = digest:chance(50) and "%s (Remastered %d)" or "%s - Remastered"
  return { title = form:format(song.full_title, math.min(2024, song.year + 20)),
    collection = song.album .. " (Remastered)", later = 7305,
    longer = digest:below(3000) - 1500 }
end

function versions.remix(song, digest)
  local title = ("%s (%s Remix)"):format(song.full_title, pick(digest, remixers))
  return { title = title, collection = title .. " - Single", later = 90,
    longer = 25000 + digest:below(120000) }
end

function versions.live(song, digest)
  return { title = ("%s (Live at %s)"):format(song.full_title, pick(digest, places)),
    collection = "Live Sessions", later = 500, longer = 12000 + digest:below(70000) }
end

function versions.cover(song, digest)
  return { title = song.full_title .. (digest:chance(50) and " (Acoustic Cover)" or ""),
    collection = ("Covers, Vol. %d"):format(1 + digest:below(9)),
    maker = pick(digest, makers.cover), later = 400, longer = digest:below(30000) - 15000 }
end

function versions.karaoke(song, digest)
  return { title = ("%s (Karaoke Version) [Originally Performed By %s]")
      :format(song.full_title, song.artist),
    collection = ("Karaoke Hits, Vol. %d"):format(1 + digest:below(40)),
    maker = pick(digest, makers.karaoke), later = 120, longer = digest:below(6000) - 3000 }
end

function versions.tribute(song, digest)
  return { title = song.full_title, collection = "A Tribute to " .. song.artist,
    maker = pick(digest, makers.tribute), later = 250, longer = digest:below(4000) - 2000 }
end

local function artist_of(maker, song)
  if not maker then return artist_base + song.artist_number end
  return maker_base + catalogue.digest(maker):below(1000000)
end

-- Where a track is on its collection. Compilations have two discs, each with a count of its own.
local function place_of(kind, song, digest)
  if kind == "single" or kind == "remix" then return { track = 1, tracks = 1 } end
  if kind ~= "compilation" then
    return { track = song.track_number, tracks = song.track_count + (kind == "deluxe" and 5 or 0) }
  end
  return { track = 1 + digest:below(20), tracks = 20, disc = 1 + song.index % 2, discs = 2 }
end

-- Other people's versions have no such words, compilations leave them out.
local function explicitness_of(kind, song, maker)
  if maker or not song.is_explicit then return "notExplicit" end
  return kind == "compilation" and "cleaned" or "explicit"
end

-- Each release draws from a stream of its own, so that one kind never shifts another.
local function release(place, song)
  local kind, digest = kinds[place], catalogue.digest(song.index, 15 + place)
  local version = versions[kind](song, digest)
  local is_alone = kind == "single" or kind == "remix"
  local is_nameless = is_alone and digest:chance(4)
  local on = place_of(kind, song, digest)
  local owner = (kind == "album" or kind == "deluxe") and song.album_first or song.index
  return {
    kind = kind, song = song, title = version.title,
    artist = version.maker or song.credited_artist, artist_id = artist_of(version.maker, song),
    -- Absent on a few releases, as at iTunes.
    collection = not is_nameless and version.collection or nil,
    collection_artist = kind == "compilation" and "Various Artists" or nil,
    collection_id = id_base + owner * ids_a_song + (place - 1) * 2,
    track_id = id_base + song.index * ids_a_song + (place - 1) * 2 + 1, on = on,
    day = song.day + (version.later or 0),
    milliseconds = math.max(30000, song.milliseconds + (version.longer or 0)),
    explicitness = explicitness_of(kind, song, version.maker),
    has_preview = not digest:chance(5),
  }
end

-- How many songs of a hundred have a release of a kind.
local function share_of(kind, song)
  if song.is_unreleased then return (kind == "karaoke" or kind == "tribute") and 100 or 0 end
  if song.index < known_songs and (kind == "single" or kind == "karaoke") then return 100 end
  if kind == "remaster" then return song.year < 2005 and 60 or 0 end
  return shares[kind]
end

local function places_of(song)
  local digest, list = catalogue.digest(song.index, 3), {}
  for place, kind in ipairs(kinds) do
    if digest:below(100) < share_of(kind, song) then list[#list + 1] = place end
  end
  local order = digest:below(6)
  if order == 0 and (list[#list] or 0) >= first_decoy then
    table.insert(list, 1, table.remove(list))
  elseif order <= 2 and #list > 1 then
    list[1], list[2] = list[2], list[1]
  end
  return list
end

--- Returns all releases of a song. A song that exists for charts only has other people's versions
--- alone.
function releases.of(song)
  local list = {}
  for _, place in ipairs(places_of(song)) do list[#list + 1] = release(place, song) end
  return list
end

--- Returns a song's release of the first of some kinds that it has; nil when it has none.
function releases.of_kind(song, ...)
  local all = releases.of(song)
  for _, kind in ipairs({ ... }) do
    for _, each in ipairs(all) do
      if each.kind == kind then return each end
    end
  end
end

--- Returns the release of an identifier, and whether it is a track's; nil where there is none.
function releases.get(id)
  if id < id_base then return nil end
  local song = real_songs.song((id - id_base) // ids_a_song)
  local kind = kinds[(id - id_base) % ids_a_song // 2 + 1]
  return song and kind and releases.of_kind(song, kind), id % 2 == 1
end

--- Returns the identifier of an artist, and the other way round.
function releases.artist_id(number) return artist_base + number end
function releases.artist_number(id)
  local number = id - artist_base
  return number >= 0 and catalogue.artist(number) and number or nil
end

-- The parts of an address.
local function words_of(text) return slug(text, "") end

-- Something like the hashed folders of Apple's files.
local function folders(id)
  local hash = catalogue.digest(("file %d"):format(id)):hex()
  return ("%s/%s/%s/%s"):format(hash:sub(1, 2), hash:sub(3, 4), hash:sub(5, 6), hash)
end

--- Returns the address of an artist in a store.
function releases.artist_link(name, id, store)
  return ("%s/artist/%s/%d"):format(stores.site(store), words_of(name), id)
end

--- Returns the address of a release's collection in a store, or of its track there.
function releases.link(each, store, is_track)
  local title = is_track and each.title or each.collection or each.title
  return ("%s/album/%s/%d%s"):format(stores.site(store), words_of(title), each.collection_id,
    is_track and ("?i=%d"):format(each.track_id) or "")
end

--- Returns the address of a release's cover, a square of an edge in pixels.
function releases.artwork(each, edge)
  return ("https://is1-ssl.mzstatic.com/image/thumb/Music125/v4/%s/%s/%dx%dbb.jpg")
    :format(folders(each.collection_id), slug(each.collection or each.title, "source"), edge, edge)
end

--- Returns the address of a release's preview.
function releases.preview(each)
  return ("https://audio-ssl.itunes.apple.com/itunes-assets/AudioPreview125/v4/%s/mzaf_%d"
    .. ".plus.aac.p.m4a"):format(folders(each.track_id), each.track_id)
end

return releases
