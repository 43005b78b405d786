-- The filter of films and series: how it is read from a command line, and how it is put into words.

local counted = require("lib.counted")
local genres = require("lib.film_genres")

local filters = {}

local labels = {
  all = "All", movies = "Movies", tvShows = "TV Shows",
  trending = "Trending", popularity = "Popularity", releaseDateNewest = "Release Date (Newest)",
  releaseDateOldest = "Release Date (Oldest)", ratingHighest = "Rating (Highest)",
  ratingLowest = "Rating (Lowest)",
  upcoming = "Upcoming", thisMonth = "This Month", last30Days = "Last 30 Days",
  last90Days = "Last 90 Days", thisYear = "This Year", allTime = "All Time",
}

--- A value as people read it.
function filters.label(value) return labels[value] or value end

--- The filter over the genres that TMDB has; `list` is nil when they are not known.
function filters.open(list)
  local names
  if list and #list > 0 then
    names = {}
    for place, genre in ipairs(list) do names[place] = genre.name end
  end
  return mix.filter.load("trailers", { values = names and { genre = names } or nil })
end

--- The state that a command line asks for: `text` as a state writes itself, and `changes` by field,
-- which count more. nil and the error when a value is unknown.
function filters.state(filter, text, changes)
  local state, err = filter:parse(text or "")
  if not state then return nil, err end
  if not next(changes) then return state end
  -- The state reports both what the text broke and what the changes do.
  return state:with(changes)
end

--- A state over TMDB's genres, now that they are known. Returns the filter and the state; the
-- initial one when it asks for an unknown genre.
function filters.over(list, state)
  local filter = filters.open(list)
  return filter, filters.state(filter, state:text(), {}) or filter:initial()
end

--- The invariants that changed something, in words.
function filters.remarks(state)
  local remarks = {}
  for place, firing in ipairs(state:fired()) do remarks[place] = firing.doc or firing.name end
  return remarks
end

--- "All • Popularity • Action • This Year [2 filters]".
function filters.summary(state)
  local values = state:values()
  local parts = { filters.label(values.contentType), filters.label(values.sort), values.genre }
  if values.date ~= "allTime" then parts[#parts + 1] = filters.label(values.date) end
  parts[#parts + 1] = values.certification
  local count = #state:active()
  local note = count > 0 and (" [%s]"):format(counted(count, "filter")) or ""
  return table.concat(parts, " • ") .. note
end

--- A state as JSON has it.
function filters.document(state)
  local values = state:values()
  local fired = mix.json.array({})
  for place, firing in ipairs(state:fired()) do fired[place] = firing.name end
  return {
    contentType = values.contentType, sort = values.sort, date = values.date,
    genre = values.genre or mix.json.null, certification = values.certification or mix.json.null,
    fired = fired,
  }
end

--- A state's questions to TMDB besides its values: the genre's identifiers, and the days.
function filters.details(state, list)
  local values = state:values()
  local genre = values.genre and genres.find(list or {}, values.genre)
  local from, to = mix.filter.dates(values.date)
  return values, genre, from and { from = from, to = to } or nil
end

return filters
