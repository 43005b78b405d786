-- The grid of films and series behind list and browse: a filter's pages, one load at a time.

local listing = require("programs.trailers.lib.listing")
local weak = require("lib.weak")

local model = {}

local Model = {}
Model.__index = Model

-- The genres, where nobody has asked for them yet, and a page at the same time: neither waits for
-- the other.
local function page(self, list)
  if self.genres or self.genres_problem then return list:page() end
  local items, problem
  mix.task.scope(function(scope)
    scope:spawn(function() self:ask_genres() end)
    items, problem = list:page()
  end)
  return items, problem
end

-- A page of the grid. When a part of the titles cannot be had, the others are given first; then the
-- problem is the grid's.
local function load(self, state, _, view)
  local list = view.list
  if not list then
    -- Genres are asked for by number.
    local must_know = self.needs_genres(state) and not self.genres and not self.genres_problem
    if must_know then self:ask_genres() end
    list = self.open_list(self, state)
    view.list, self.list = list, list
  elseif view.has_failed then
    view.has_failed = nil
    list:retry()
  end
  local items, problem = page(self, list)
  problem = problem or list:problem()
  if items then listing.name_genres(items, self.genres) end
  if problem and (not items or #items == 0) then
    view.has_failed = true
    return nil, problem
  end
  return items, problem ~= nil or not list:has_ended()
end

--- Why some titles of what is shown are missing; nil when none is.
function Model:problem() return self.grid:failure() or self.list and self.list:problem() end

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

--- Whether TMDB has more titles than it gives of a list.
function Model:is_capped() return self.list ~= nil and self.list.is_capped end

--- How many titles TMDB has in all; nil when it has not said.
function Model:total() return self.list and self.list:total() end

--- The kept first pages of a state, whatever their age, without asking anybody: {items, genres,
-- age}, the age in seconds; nil when nothing is.
function Model:kept(state, pages)
  local service = self.service:kept()
  local view = model.open(service, { most = self.most })
  view.open_list, view.needs_genres = self.open_list, function() return false end
  view.genres = self.genres or service:genres()
  view.genres_problem = not view.genres and {} or nil
  view:show(state, pages)
  local items = view.grid:items()
  if #items == 0 then return nil end
  return { items = items, genres = view.genres, age = service.oldest }
end

--- Shows a filter's state, and as many pages. Returns the grid's state.
function Model:show(state, pages)
  local reached = self.grid:show(state)
  for _ = 2, pages or 1 do
    if reached ~= "loaded" then break end
    reached = self.grid:next_page()
  end
  return reached
end

--- Opens it. Options: `genres`, those of TMDB, else `genres_problem`, without either they are asked
-- for with the first page; `most`, how many titles there may be; `open_list(model, state)`, which
-- list there is (default: that of a filter's state).
function model.open(service, options)
  local self = setmetatable({
    service = service, genres = options.genres, most = options.most,
    genres_problem = options.genres_problem,
    open_list = options.open_list or function(self, state)
      return listing.open(self.service, state, self)
    end,
    needs_genres = function(state) return not options.open_list and state:get("genre") ~= nil end,
  }, Model)
  -- The grid keeps its function, and the model its grid.
  local model_of_grid = weak.reference(self)
  self.grid = mix.grid.new(function(state, page_number, view)
    return load(model_of_grid(), state, page_number, view)
  end)
  return self
end

return model
