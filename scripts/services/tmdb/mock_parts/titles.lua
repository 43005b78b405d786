-- The films and series of the mock. Title *i* of a kind depends on the seed, *i* and the present
-- day only: dates are counted from today, so that there is always something to come.

local catalogue = require("lib.mock.catalogue")
local numbering = require("lib.mock.catalogue.numbering")
local digest = require("lib.mock.digest")
local phrases = require("lib.mock.phrases")
local pictures = require("lib.mock.pictures")
local vocabulary = require("services.tmdb.mock_parts.vocabulary")

-- Apart from the digests of songs and books.
local salt = 211
-- Films and series count from the same number, as identifiers of the two overlap at the service.
local first_id, id_step = 100, 7

local titles = {
  size = mix.mock.option("titles"),
  --- Counted from 1970-01-01.
  today = mix.mock.now() // 86400,
  --- The two halves of the catalogue, as addresses and `media_type` name them.
  movie = { name = "movie", number = 0, title = "title", date = "release_date" },
  tv = { name = "tv", number = 1, title = "name", date = "first_air_date" },
}
titles.kinds = { titles.movie, titles.tv }
for _, kind in ipairs(titles.kinds) do
  kind.genres = vocabulary.genres[kind.name]
  kind.certifications = vocabulary.certifications[kind.name]
  kind.facts = {}
end

--- Returns a stream of numbers for one purpose of a title.
function titles.digest(kind, index, purpose)
  return catalogue.digest(index * 2 + kind.number, salt + purpose)
end

--- Returns the place of an identifier; nil when there is no such title.
function titles.index(id)
  local index = (id - first_id) // id_step
  local is_known = (id - first_id) % id_step == 0 and index >= 0 and index < titles.size
  return is_known and index or nil
end

-- The walks over the names in which the kinds take them.
local function number_names()
  local stream = catalogue.digest(0, salt)
  for _, kind in ipairs(titles.kinds) do kind.names = numbering(#phrases.book_titles, stream) end
end

--- Returns a title's name.
function titles.name(kind, index)
  if not kind.names then number_names() end
  return phrases.book_titles[kind.names:number(index) + 1]
end

-- Few are very popular: thousandths from 600 on, the double with half the chance.
local function popularity_of(stream)
  local chance = (1 + stream:below(1000000)) / 1000000
  return math.min(6000000, math.floor(600 * chance ^ -0.8)) + stream:below(300)
end

-- The first date: up to 400 days from now, recent ones more often; nil when it is not known.
local function day_of(stream)
  local case = stream:below(100)
  if case < 4 then return nil end
  if case < 11 then return titles.today + 1 + stream:below(400) end
  if case < 24 then return titles.today - stream:below(91) end
  if case < 40 then return titles.today - 91 - stream:below(640) end
  return titles.today - 731 - stream:below(150) * stream:below(150)
end

local function has_no_genres(kind, index) return titles.digest(kind, index, 3):chance(2) end

local function votes_of(stream, popularity, day)
  local is_unseen = not day or day > titles.today or stream:chance(5)
  local votes = is_unseen and 0 or math.min(36000, popularity // 400 + stream:below(900))
  if votes == 0 then return 0, 0 end
  return votes, 2800 + stream:below(2200) + stream:below(2200) + stream:below(2200)
end

local function facts_of(kind, index)
  local stream = titles.digest(kind, index, 1)
  local popularity, genres = popularity_of(stream), 0
  local day = day_of(stream)
  for _ = 1, 1 + stream:below(3) do genres = genres | 1 << stream:below(#kind.genres) end
  local votes, vote = votes_of(stream, popularity, day)
  local certification = stream:chance(85) and kind.certifications[stream:below(5) + 1] or nil
  return {
    popularity = popularity, day = day, votes = votes, vote = vote,
    genres = has_no_genres(kind, index) and 0 or genres, certification = certification,
    heat = popularity * (60 + stream:below(80)) // 100,
  }
end

--- Returns what lists select and sort by: `popularity` and `vote` in thousandths, `votes`, `day`,
--- `heat` (popularity with the chance of a week), `genres` (a bit for each of the kind's list) and
--- `certification`.
function titles.facts(kind, index)
  local facts = kind.facts[index] or facts_of(kind, index)
  kind.facts[index] = facts
  return facts
end

--- Returns an invented film or series.
function titles.title(kind, index)
  local stream = titles.digest(kind, index, 2)
  local facts = titles.facts(kind, index)
  local title = {
    kind = kind, index = index, id = first_id + index * id_step, name = titles.name(kind, index),
    facts = facts, leaves_date_out = stream:chance(25), has_poster = not stream:chance(4),
    has_backdrop = index % 25 ~= 7,
    leaves_genres_out = has_no_genres(kind, index), language = stream:pick(vocabulary.languages),
    date = facts.day and catalogue.date(facts.day) or "", genres = mix.json.array({}),
  }
  for place, genre in ipairs(kind.genres) do
    if facts.genres & 1 << place - 1 ~= 0 then table.insert(title.genres, genre) end
  end
  return title
end

local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
local figures = "0123456789abcdefghijklmnopqrstuvwxyz"

local function draw(alphabet, size, title, purpose, count)
  local stream = digest.of(purpose, title.index * 2 + title.kind.number, 307)
  local text = {}
  for _ = 1, count do
    local place = stream:below(size) + 1
    text[#text + 1] = alphabet:sub(place, place)
  end
  return table.concat(text)
end

--- Return identifiers that look like the service's.
function titles.letters(title, purpose, count) return draw(letters, 62, title, purpose, count) end
function titles.hex(title, purpose, count) return draw(figures, 16, title, purpose, count) end

--- Returns the path of an image. Its last letters count the titles, to the base of 36, so that the
--- picture can be drawn from its name alone.
function titles.image(title, purpose)
  local number, text = title.index * 2 + title.kind.number, ""
  for _ = 1, 7 do
    local place = number % 36 + 1
    number, text = number // 36, figures:sub(place, place) .. text
  end
  return ("/%s%s.jpg"):format(titles.letters(title, purpose, 20), text)
end

--- Returns the answer that is a poster, `t/p/w342/NAME.jpg`.
function titles.poster(parts)
  local name = (parts[#parts] or ""):match("^(.*)%.jpg$") or ""
  local number = #name == 27 and math.tointeger(tonumber(name:sub(-7), 36))
  if not number or number < 0 or number // 2 >= titles.size then return { status = 404 } end
  local width = math.tointeger(tonumber((parts[#parts - 1] or ""):match("^%a(%d+)$"))) or 342
  width = math.min(342, math.max(46, width))
  local title = titles.name(titles.kinds[number % 2 + 1], number // 2)
  return pictures.cover(title, width, width * 3 // 2)
end

return titles
