-- The films and series of a filter as one list, a page at a time.

local filters = require("programs.trailers.lib.filters")
local genres = require("lib.film_genres")
local routes = require("programs.trailers.lib.routes")

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

local Listing = {}
Listing.__index = Listing

local function source(self, request)
  return {
    name = request.name,
    pages = function(number)
      local items, info = self.service:search({
        path = request.path, query = request.query, type = request.kind, page = number,
      })
      if not items then return nil, info end
      self.stale = self.stale or info.stale
      for _, item in ipairs(items) do
        item.genres = {}
        for _, id in ipairs(item.genre_ids) do
          item.genres[#item.genres + 1] = self.names[item.type][id]
        end
      end
      return items, not info.is_last
    end,
  }
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

--- Opens the list of a filter's state. Options: `genres`, those of TMDB, else `genres_problem`, why
-- they could not be had; `most`, how many titles there may be at most.
function listing.open(service, state, options)
  local list = options.genres
  local values, genre, range = filters.details(state, list)
  local self = setmetatable({
    service = service, stale = false,
    names = { movie = genres.names(list or {}, "movie"), tv = genres.names(list or {}, "tv") },
  }, Listing)
  -- Genres are asked for by number.
  if values.genre and not list then self.unknown = no_genres(options.genres_problem) end
  local sources = {}
  -- A genre that TMDB does not have is in no list.
  if genre or not values.genre then
    for place, request in ipairs(routes.requests(values, genre, range)) do
      sources[place] = source(self, request)
    end
  end
  local order = routes.order(values)
  order.cap = options.most
  self.merged = mix.merge.sorted(sources, order)
  return self
end

return listing
