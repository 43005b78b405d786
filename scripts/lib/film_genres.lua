-- Merges the genres of films and series into one list: TMDB numbers them separately, and names some
-- differently.

local genres = {}

-- Pairs by identifier, because names differ: a film's "Action" is the series' "Action & Adventure".
local pairs_by_film = { [28] = 10759, [878] = 10765, [10752] = 10768 }

local function read(answer)
  local list = {}
  local known = type(answer) == "table" and answer.genres
  for _, entry in ipairs(type(known) == "table" and known or {}) do
    local id = type(entry) == "table" and math.tointeger(entry.id)
    local name = id and type(entry.name) == "string" and entry.name:match("%S.*")
    if name then list[#list + 1] = { id = id, name = name } end
  end
  return list
end

local function english_names(answers)
  local names = { movie = {}, tv = {} }
  if not answers then return names end
  for place, kind in ipairs({ "movie", "tv" }) do
    for _, entry in ipairs(read(answers[place])) do names[kind][entry.id] = entry.name end
  end
  return names
end

--- Pairs the two answers: returns a list of {name, movie, tv} sorted by name; an identifier is nil
--- where the kind lacks the genre. `in_english`, the two answers in English, adds `english`.
function genres.merged(films, series, in_english)
  local english = english_names(in_english)
  local by_id, by_name, taken = {}, {}, {}
  local tv = read(series)
  for _, entry in ipairs(tv) do
    by_id[entry.id] = entry
    by_name[mix.text.casefold(entry.name)] = entry
  end
  local list = {}
  for _, film in ipairs(read(films)) do
    local twin = by_id[pairs_by_film[film.id]] or by_name[mix.text.casefold(film.name)]
    if twin and not taken[twin] then taken[twin] = true else twin = nil end
    list[#list + 1] = { name = film.name, movie = film.id, tv = twin and twin.id }
  end
  for _, entry in ipairs(tv) do
    if not taken[entry] then list[#list + 1] = { name = entry.name, tv = entry.id } end
  end
  for _, genre in ipairs(list) do
    genre.english = english.movie[genre.movie] or english.tv[genre.tv]
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

--- Returns the genre with a name in the list's language or in English, ignoring case; nil when
--- there is none.
function genres.find(list, name)
  local wanted = mix.text.casefold(name)
  local in_english
  for _, entry in ipairs(list) do
    if mix.text.casefold(entry.name) == wanted then return entry end
    if entry.english and mix.text.casefold(entry.english) == wanted then in_english = entry end
  end
  return in_english
end

--- Returns names of genres by identifier, for the items of a kind ("movie" or "tv").
function genres.names(list, kind)
  local names = {}
  for _, entry in ipairs(list) do
    if entry[kind] then names[entry[kind]] = entry.name end
  end
  return names
end

return genres
