-- Browsing films and series, on whatever it is shown: a filter's titles, those of the
-- last time while TMDB is slow, a title that is open with its trailers.

local filters = require("programs.trailers.lib.filters")
local model = require("programs.trailers.lib.model")
local title_search = require("programs.trailers.lib.title_search")
local weak = require("lib.weak")

local browsing = {}

-- A title with everything about it; its trailers are `self.trailers` then.
local function load_title(self, key)
  local kind, id = key:match("^(%l+)/(%d+)$")
  local detail, info = self.service:complete({ type = kind, id = math.tointeger(tonumber(id)) })
  if not detail then return nil, info end
  detail.is_old = info.stale
  self.trailers = self.rules:rank(detail.videos, {
    language = self.language, original_language = detail.language,
  })
  return detail
end

--- Completes a browser. It has service, rules, language (of trailers), state (of the filter), and
-- genres or genres_problem where they were asked for; it gets model, detail, filter, trailers and
-- remarks. While it has `text`, it shows what that finds instead of a filter's titles.
function browsing.begin(self)
  self.filter, self.filter_genres = filters.open(self.genres), self.genres
  self.state = self.state or self.filter:initial()
  self.trailers, self.remarks = {}, {}
  self.model = model.open(self.service, {
    genres = self.genres, genres_problem = self.genres_problem, most = self.most,
  })
  local by_filter = self.model.open_list
  self.model.open_list = function(view, state)
    if not self.text then return by_filter(view, state) end
    return title_search.open(view.service, self.text, { type = state:get("contentType") })
  end
  local browser_of_detail = weak.reference(self)
  self.detail = mix.grid.detail(function(key) return load_title(browser_of_detail(), key) end)
  return self
end

--- Filters by TMDB's genres, once they have come.
function browsing.take_genres(self)
  if not self.model.genres or self.model.genres == self.filter_genres then return end
  self.filter_genres = self.model.genres
  self.filter, self.state = filters.over(self.model.genres, self.state)
end

--- The titles that are seen: the grid's, or those of the last time while TMDB is slow.
function browsing.items(self)
  local items = self.model.grid:items()
  if #items == 0 and self.kept then return self.kept.items end
  return items
end

--- Shows a filter's state, and as many pages (default 1). Returns the grid's state; a newer one
-- cancels it.
function browsing.show(self, state, pages)
  self.state, self.kept, self.remarks = state, nil, filters.remarks(state)
  local reached = self.model:show(state, pages)
  if self.state == state and self.model.grid:count() > 0 then self.kept = nil end
  return reached
end

--- Takes what is kept of a state's titles while there are no newer ones. Returns whether there is
-- something.
function browsing.recall(self, state, pages)
  if self.state ~= state or self.model.grid:count() > 0 then return false end
  local kept = self.model:kept(state, pages)
  if not kept or self.state ~= state or self.model.grid:count() > 0 then return false end
  self.kept = kept
  return true
end

--- Asks again for what could not be had, or for all. `show(state)` shows a state anew (default:
-- browsing.show).
function browsing.again(self, show)
  show = show or function(state) browsing.show(self, state) end
  if self.model:without_genres() then
    -- Without TMDB's genres these are asked for first: titles have theirs from the next list on.
    if self.model:ask_genres() then
      browsing.take_genres(self)
      return show(self.state)
    end
    if self.model:problem() then self.model.grid:retry() end
  elseif self.model:problem() then
    self.model.grid:retry()
  else
    show(self.state)
  end
end

--- Opens a title of the list. Returns nil and why in words when TMDB does not know it any more; it
-- is then taken out of the list.
function browsing.open_title(self, item)
  self.trailers = {}
  self.detail:open(item.key, item)
  local failure = self.detail:failure()
  if not failure or failure.kind ~= "not_found" then return true end
  self.detail:close()
  self.model.grid:remove(function(other) return other.key == item.key end)
  return nil, ("TMDB does not know \"%s\" any more; it was taken out"):format(item.title)
end

return browsing
