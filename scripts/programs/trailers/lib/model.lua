-- The grid of films and series behind list and browse: a filter's pages, one load at a time.

local listing = require("programs.trailers.lib.listing")

local model = {}

local prefetch_rows = 3

local Model = {}
Model.__index = Model

-- A page of the grid. When a part of the titles cannot be had, the others are given first; then the
-- problem is the grid's.
local function load(self, state, _, view)
  local list = view.list
  if not list then
    list = listing.open(self.service, state, self)
    view.list, self.list = list, list
  elseif view.has_failed then
    view.has_failed = nil
    list:retry()
  end
  local items, problem = list:page()
  problem = problem or list:problem()
  if problem and (not items or #items == 0) then
    view.has_failed = true
    return nil, problem
  end
  return items, problem ~= nil or not list:has_ended()
end

--- Why some titles of what is shown are missing; nil when none is.
function Model:problem()
  return self.grid:failure() or self.list and self.list:problem()
end

--- Why titles have no genres; nil when TMDB's genres are known.
function Model:without_genres() return self.genres_problem end

--- Asks again for TMDB's genres. Returns whether they came; they count from the next filter on.
function Model:ask_genres()
  local list, problem = self.service:genres()
  self.genres, self.genres_problem = list, not list and problem or nil
  return list ~= nil
end

--- Whether something that is shown has expired, because TMDB did not answer.
function Model:is_stale() return self.list ~= nil and self.list.stale end

--- Shows a filter's state, and as many pages. Returns the grid's state.
function Model:show(state, pages)
  local reached = self.grid:show(state)
  for _ = 2, pages or 1 do
    if reached ~= "loaded" then break end
    reached = self.grid:next_page()
  end
  return reached
end

--- Says which title is looked at, of rows of `across` titles: in the last three rows more titles
-- are added. The width of a screen changes, that of the grid's rows does not: to it each title is
-- a row.
function Model:focus(place, across)
  local count = self.grid:count()
  local rows_behind = math.ceil(count / across) - math.ceil(place / across)
  return self.grid:focus(rows_behind < prefetch_rows and count or place)
end

--- Adds titles while fewer than `wanted` are there, a page with each call.
function Model:fill(wanted)
  if self.grid:state() == "loaded" and self.grid:count() < wanted then self.grid:next_page() end
end

--- Opens it. Options: `genres`, those of TMDB, else `genres_problem`; `most`, how many titles there
-- may be.
function model.open(service, options)
  local self = setmetatable({
    service = service, genres = options.genres, most = options.most,
    genres_problem = options.genres_problem,
  }, Model)
  self.grid = mix.grid.new(function(state, page, view) return load(self, state, page, view) end,
    { columns = 1, prefetch_rows = prefetch_rows })
  return self
end

return model
