-- The films and series of a filter as one list, a page at a time.

local filters = require("programs.trailers.lib.filters")
local genres = require("lib.film_genres")
local routes = require("programs.trailers.lib.routes")
local weak = require("lib.weak")

local listing = {}

--- How many titles a page of the merged view has.
listing.page_size = 20

-- Why nothing can be asked for by genre.
local function no_genres(problem)
  return {
    kind = problem and problem.kind or "network",
    message = "the genres of TMDB could not be had, so that nothing can be asked for by genre"
      .. (problem and ": " .. problem.message or ""),
  }
end

-- Pages in a row without a title that is new, after which a list is left: TMDB may have hundreds of
-- pages of entries that are not titles, or the same ones again.
local most_barren = 5

local Listing = {}
Listing.__index = Listing

-- The merge keeps its sources, and the list its merge: they get a weak reference to it.
local function source(listing_of_source, request)
  local seen, barren = {}, 0
  local function has_news(items)
    local found = false
    for _, item in ipairs(items) do
      found = found or not seen[item.key]
      seen[item.key] = true
    end
    return found
  end
  return {
    name = request.name,
    pages = function(number)
      local self = listing_of_source()
      local items, info = self.service:search({
        path = request.path, query = request.query, type = request.kind, page = number,
      })
      if not items then return nil, info end
      self.stale = self.stale or info.stale
      self.totals[request.name] = info.total or self.totals[request.name]
      self.is_capped = self.is_capped or info.is_capped == true
      barren = has_news(items) and 0 or barren + 1
      if barren == most_barren and not info.is_last then
        mix.log.warn(("TMDB: the last %d pages of %s had no further title; the rest is not read")
          :format(barren, request.path))
      end
      return items, not info.is_last and barren < most_barren
    end,
  }
end

--- Names the genres of items, from TMDB's list of them; nil: none is known.
function listing.name_genres(items, list)
  local names = { movie = genres.names(list or {}, "movie"), tv = genres.names(list or {}, "tv") }
  for _, item in ipairs(items) do
    item.genres = {}
    for _, id in ipairs(item.genre_ids) do item.genres[#item.genres + 1] = names[item.type][id] end
  end
end

--- The next page of titles, fewer at the end; nil and the problem when nothing can be had at all.
function Listing:page()
  if self.unknown then return nil, self.unknown end
  local items, problem = self.merged:take(listing.page_size)
  if not items then return nil, self:problem() or problem end
  return items
end

--- Whether there are no more titles.
function Listing:has_ended() return self.merged:state() == "ended" end

--- Why a part of the titles is missing; nil when nothing is.
function Listing:problem()
  if self.unknown then return self.unknown end
  local first = self.merged:failures()[1]
  return first and first.error
end

--- Asks again for what could not be had.
function Listing:retry() self.merged:retry() end

--- Ends it: nothing more is asked for.
function Listing:close() self.merged:close() end

--- How many titles TMDB has in all, as far as it has said; nil when it has not.
function Listing:total()
  local sum
  for _, total in pairs(self.totals) do sum = (sum or 0) + total end
  return sum
end

local function new(service)
  return setmetatable({ service = service, stale = false, totals = {}, is_capped = false }, Listing)
end

--- Opens the list of requests as routes.requests makes them, in the order of routes.order. `most`:
-- how many titles there may be at most.
function listing.of(service, requests, order, most)
  local self, sources = new(service), {}
  local reference = weak.reference(self)
  for place, request in ipairs(requests) do sources[place] = source(reference, request) end
  order.cap = most
  self.merged = mix.merge.sorted(sources, order)
  return self
end

--- The list of what another service calls so: `name` is {source, id}.
function listing.by_identifier(service, name)
  local self = new(service)
  local reference = weak.reference(self)
  self.merged = mix.merge.sorted({ {
    name = name.source,
    pages = function()
      local items, info = service:find(name.source, name.id)
      if not items then return nil, info end
      local found = reference()
      found.stale = found.stale or info.stale
      return items, false
    end,
  } }, { by = "rank" })
  return self
end

--- Opens the list of a filter's state. Options: `genres`, those of TMDB, else `genres_problem`, why
-- they could not be had; `most`, how many titles there may be at most.
function listing.open(service, state, options)
  local list = options.genres
  local values, genre, range = filters.details(state, list)
  -- A genre that TMDB does not have is in no list.
  local is_possible = genre or not values.genre
  local requests = is_possible and routes.requests(values, genre, range, service.region) or {}
  local self = listing.of(service, requests, routes.order(values), options.most)
  -- Genres are asked for by number.
  if values.genre and not list then self.unknown = no_genres(options.genres_problem) end
  return self
end

return listing
