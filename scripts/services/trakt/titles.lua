-- Converts Trakt's facts about films and series to the shape of films. Fields may be null or of
-- another type: such a value counts as missing, and a title needs a name and a number.

local json_values = require("lib.json_values")

local text_of = json_values.text
local titles = {}

-- A day of the calendar. Series have a moment, whose day in UTC may be the day after the showing.
local function day_of(value)
  local day = type(value) == "string" and value:match("^(%d%d%d%d%-%d%d%-%d%d)%f[%D]")
  if not day or day < "1000" then return nil end
  return mix.time.parse(day) and day or nil
end

local function count_of(value)
  local count = type(value) == "number" and math.tointeger(value)
  return count and count > 0 and count or nil
end

local function rating_of(value)
  return type(value) == "number" and value > 0 and value <= 10 and value or nil
end

-- Genres are slugs: science-fiction.
local function genre_of(slug)
  local text = text_of(slug)
  return text and (text:gsub("-", " ")) or nil
end

-- The year stands by itself, also where no day is known.
local function year_of(raw, day)
  local year = count_of(raw.year)
  return year and year < 10000 and year or day and math.tointeger(tonumber(day:sub(1, 4)))
end

-- Some titles have the text "undefined".
local function certification_of(value)
  local text = text_of(value)
  return text ~= "undefined" and text or nil
end

--- Converts one result of a search; nil for people, lists and damaged entries. Trakt forbids to
--- load its pictures from its own servers, so there is none.
function titles.item(entry)
  local kind = type(entry) == "table" and entry.type
  if kind ~= "movie" and kind ~= "show" then return nil end
  local raw = json_values.object(entry[kind])
  local id, title = count_of(json_values.object(raw.ids).trakt), text_of(raw.title)
  if not (id and title) then return nil end
  local type_name = kind == "movie" and "movie" or "tv"
  local day = day_of(kind == "movie" and raw.released or raw.first_aired)
  local original = text_of(raw.original_title)
  local votes = count_of(raw.votes) or 0
  return {
    key = ("%s/%d"):format(type_name, id), type = type_name, id = id, title = title,
    original_title = original ~= title and original or nil,
    date = day, year = year_of(raw, day), rating = rating_of(raw.rating), votes = votes,
    -- A search tells no other measure.
    popularity = votes,
    overview = text_of(raw.overview), tagline = text_of(raw.tagline),
    genres = json_values.each(raw.genres, genre_of), language = text_of(raw.language),
    minutes = count_of(raw.runtime), certification = certification_of(raw.certification),
  }
end

local function name_of(member)
  return text_of(json_values.object(json_values.object(member).person).name)
end

--- Returns the names of the cast, and of those who directed a film or created a series.
function titles.people(answer, kind)
  local crew = json_values.object(answer.crew)
  if kind == "tv" then
    local creators = crew["created by"] or crew.creator
    return json_values.each(answer.cast, name_of), json_values.each(creators, name_of)
  end
  local directors = {}
  for _, member in ipairs(json_values.list(crew.directing)) do
    for _, job in ipairs(json_values.list(json_values.object(member).jobs)) do
      -- The department also has assistants and script supervisors.
      if job == "Director" then directors[#directors + 1] = name_of(member) end
    end
  end
  return json_values.each(answer.cast, name_of), directors
end

--- Returns the other titles of an answer, each once, without `title`.
function titles.aliases(answer, title)
  local found, seen = {}, { [title or ""] = true }
  for _, entry in ipairs(answer) do
    local text = text_of(json_values.object(entry).title)
    if text and not seen[text] then
      seen[text] = true
      found[#found + 1] = text
    end
  end
  return found
end

return titles
