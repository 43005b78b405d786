-- The pager's view of its state.

local browse_view = require("programs.trailers.lib.browse_view")
local browsing = require("programs.trailers.lib.browsing")
local detail_view = require("programs.trailers.lib.detail_view")
local filters = require("programs.trailers.lib.filters")
local last_result = require("lib.last_result")
local tmdb = require("providers.tmdb")
local words = require("programs.trailers.lib.words")

local pager_screen = {}

local choice_keys = "arrows move · enter choose · escape back"
local detail_keys = "arrows scroll · enter 1-9 open a trailer · r again · escape back · q quit"

--- How the screen is divided, and its columns and rows.
function pager_screen.geometry(self)
  local columns, rows = self.screen:size()
  return browse_view.geometry(columns, rows), columns, rows
end

local function status_of_grid(self)
  local grid = self.model.grid
  local state, count = grid:state(), grid:count()
  local titles = words.count(count, "title")
  if self.kept and count == 0 then
    local is_asking = state == "idle" or state == "loadingInitial"
    return ("stale: %s from %s ago%s"):format(words.count(#self.kept.items, "title"),
      last_result.age(self.kept.age), is_asking and "; asking TMDB …" or "; r asks again")
  end
  if state == "idle" or state == "loadingInitial" then return "loading …" end
  if state == "loadingNextPage" then return titles .. ", loading more …" end
  local parts = {}
  local problem, genres_problem = self.model:problem(), self.model:without_genres()
  -- Reasons are long and may be cut off; what can be done, and what is old, must not be.
  if problem or genres_problem then parts[1] = "r asks again" end
  if state == "empty" then
    parts[#parts + 1] = "nothing fits; x shows all"
  else
    local is_all = state == "exhausted" and not problem
    parts[#parts + 1] = is_all and self.model:is_capped()
      and titles .. ", the most that TMDB gives of a list"
      or (is_all and "all of " or "") .. titles
  end
  if self.model:is_stale() then
    parts[#parts + 1] = problem and "some of it is old" or "TMDB did not answer, some of it is old"
  end
  if problem then
    parts[#parts + 1] = problem.message
  elseif genres_problem then
    parts[#parts + 1] = "no genres: " .. genres_problem.message
  end
  return table.concat(parts, "; ")
end

local function status(self)
  local seconds = self.service:waiting()
  if seconds then
    return ("TMDB wants fewer requests; asking again in %d s"):format(math.ceil(seconds))
  end
  if self.mode == "detail" then
    local state = self.detail:state()
    return state == "loading" and "loading …" or self.link or ""
  end
  return status_of_grid(self)
end

-- The lines of the title that is open.
local function detail_lines(self, columns)
  local detail = self.detail:value()
  if not detail then return {} end
  local failure = self.detail:failure()
  local is_whole = self.detail:state() == "loaded"
  return detail_view.lines(detail, is_whole and self.trailers or {}, {
    width = columns - 1,
    partial = failure and failure.message .. "; r asks again" or not is_whole and "…" or nil,
  })
end

local function body(self, geometry, columns)
  if self.mode == "choose" then
    return browse_view.choices(self.choices, self.choice, geometry.down)
  elseif self.mode == "detail" then
    local lines = detail_lines(self, columns)
    self.scroll = math.max(0, math.min(self.scroll, #lines - geometry.down))
    return browse_view.part(lines, self.scroll, geometry.down)
  end
  local failure = self.model.grid:failure()
  if failure and #browsing.items(self) == 0 then
    return detail_view.wrapped(failure.message, columns - 1)
  end
end

-- The row of the selected title is always among those that are seen.
local function follow(self, geometry)
  local row = (self.selected - 1) // geometry.across
  self.top = math.max(math.min(self.top, row), row - geometry.down + 1)
end

--- Draws a pager. The selection stays among the titles there are, and in sight.
function pager_screen.draw(self)
  local geometry, columns, rows = pager_screen.geometry(self)
  local items = browsing.items(self)
  self.selected = math.max(1, math.min(self.selected, #items))
  follow(self, geometry)
  self.screen:draw(browse_view.screen({
    summary = self.title or filters.summary(self.state), remark = self.remark, items = items,
    selected = self.selected, top = self.top, body = body(self, geometry, columns),
    status = status(self), attribution = tmdb.attribution,
    short_attribution = tmdb.short_attribution,
    keys = self.mode == "choose" and choice_keys or self.mode == "detail" and detail_keys or nil,
  }, columns, rows))
end

return pager_screen
