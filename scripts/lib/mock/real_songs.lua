-- The catalogue's songs, and beside them those of docs/examples/songs.csv that it does not make up:
-- plain facts about real recordings, so that the list of the README finds them.

local catalogue = require("lib.mock.catalogue")

local real_songs = {}

-- Places far behind those of the catalogue, and numbers far behind its artists'.
local first_place, first_artist = 40000000, 800000

-- Title, artist, album, guests, day (from 1970), milliseconds, track and count, genre.
local facts = {
  { "Mr. Brightside", "The Killers", "Hot Fuss", nil, 12324, 222200, 2, 11, "Alternative" },
  { "99 Luftballons", "Nena", "Nena", nil, 4761, 232600, 3, 11, "Pop" },
  { "Hurt", "Johnny Cash", "American IV: The Man Comes Around", nil, 11996, 216500, 2, 15,
    "Country" },
  { "Umbrella", "Rihanna", "Good Girl Gone Bad", "JAY-Z", 13601, 275900, 1, 12, "R&B/Soul" },
  { "September", "Earth, Wind & Fire", "The Best of Earth, Wind & Fire, Vol. 1", nil, 3243,
    215000, 10, 10, "R&B/Soul" },
  { "Gangnam Style", "PSY", "PSY 6 (Six Rules), Part 1", nil, 15536, 219500, 3, 6, "K-Pop" },
}

local function song_of(place, fact)
  local title, artist, album, guests, day, milliseconds, track, tracks, genre =
    table.unpack(fact, 1, 9)
  local date = catalogue.date(day)
  return {
    index = first_place + place * 8, title = title, suffix = "", full_title = title,
    credited_title = guests and ("%s (feat. %s)"):format(title, guests) or title,
    artist = artist, credited_artist = artist, artist_number = first_artist + place, others = {},
    credit = artist, album = album, album_first = first_place + place * 8, track_number = track,
    track_count = tracks, day = day, date = date, year = math.tointeger(tonumber(date:sub(1, 4))),
    milliseconds = milliseconds, genre = genre, is_explicit = false, is_unreleased = false,
  }
end

local songs, by_index = {}, {}
for place, fact in ipairs(facts) do
  local song = song_of(place, fact)
  songs[place], by_index[song.index] = song, song
end

local function set_of(text)
  local set, count = {}, 0
  for _, word in ipairs(catalogue.words(text)) do
    if word ~= "the" and not set[word] then set[word], count = true, count + 1 end
  end
  return set, count
end

-- Whether the words of a text are all in a set, and how many they are.
local function is_within(text, set)
  local words, count = set_of(text)
  for word in pairs(words) do if not set[word] then return false, count end end
  return true, count
end

-- As the catalogue finds: title and artist spelled out, or one of them alone and nothing else.
local function is_found(song, set, count, field)
  local has_title, title_words = is_within(song.title, set)
  local has_artist, artist_words = is_within(song.artist, set)
  if field == "title" then return has_title and title_words == count end
  if field == "artist" then return has_artist and artist_words == count end
  return field == "any" and (has_title and (has_artist or title_words == count)
    or has_artist and artist_words == count)
end

--- Returns the song at a place; nil where there is none.
function real_songs.song(index) return by_index[index] or catalogue.song(index) end

--- Returns the places of the songs that words find, and of those of the same title, as
--- catalogue.search does.
function real_songs.search(words, field, limit)
  local set, count = set_of(words)
  local found, alike = catalogue.search(words, field, limit)
  local own = {}
  for _, song in ipairs(songs) do
    if #own < limit and count > 0 and is_found(song, set, count, field) then
      own[#own + 1] = song.index
    end
  end
  table.move(found, 1, math.min(#found, limit - #own), #own + 1, own)
  return own, alike
end

return real_songs
