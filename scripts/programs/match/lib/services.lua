-- The services that match searches: turns a row into searches, by the contract of the providers
-- (docs/providers.md).

local function first(value)
  if type(value) == "table" then return value[1] end
  return value
end

local function by_artist(kind)
  return function(service, record)
    return service:search({
      title = record.title, artist = first(record.artist), kind = kind, limit = 15,
    })
  end
end

-- Books are searched by the steps that the rules propose, until one finds something.
local function by_steps(service, record, rules)
  local steps = rules:search(record)
  if #steps == 0 then steps = { { title = record.title, author = first(record.author) } } end
  if record.isbn then table.insert(steps, 1, { isbn = record.isbn }) end
  local found = {}
  for _, step in ipairs(steps) do
    if step.isbn or step.title and step.title:find("%S") then
      local list, err = service:search(step)
      if not list then return nil, err end
      found = list
      if #found > 0 then return found end
    end
  end
  return found
end

-- The results whose other titles are asked for where no name matches.
local most_named = 3

-- Adds other titles, under which TMDB finds as well but which a search does not show.
local function with_other_titles(service, found, record, rules)
  local match = mix.match.best(record, found, rules)
  if match and match.decision == "matched" then return found end
  for place = 1, math.min(most_named, #found) do
    found[place].alternative_titles = service:alternative_titles(found[place])
  end
  return found
end

local function by_title(service, record, rules)
  local year = tostring(record.year or record.release_date or record.date or ""):match("%d%d%d%d")
  local found, err = service:search({
    path = "/search/multi", query = { query = record.title, include_adult = "false" },
  })
  if found and #found == 0 and year then
    found, err = service:search({
      path = "/search/movie", query = { query = record.title, primary_release_year = year },
      type = "movie",
    })
  end
  if not found then return nil, err end
  return with_other_titles(service, found, record, rules)
end

local services = {
  itunes = { rules = "tracks", needs = "title", search = by_artist() },
  musicbrainz = { rules = "tracks", needs = "title", search = by_artist("track") },
  jellyfin = { rules = "tracks", needs = "title", search = by_artist("track") },
  subsonic = { rules = "tracks", needs = "title", search = by_artist("track") },
  openlibrary = { rules = "books", needs = "title", search = by_steps },
  google_books = { rules = "books", needs = "title", search = by_steps },
  tmdb = { rules = "films", needs = "title", search = by_title },
}

--- The names, as messages list them, and the services by name.
return {
  names = { "itunes", "musicbrainz", "subsonic", "jellyfin", "openlibrary", "google_books",
    "tmdb" },
  by_name = services,
}
