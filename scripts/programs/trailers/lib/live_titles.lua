-- Films and series as a screen shows them: what is asked for, what came, what keeps it waiting; a
-- title that is open, with its trailers.

local filters = require("programs.trailers.lib.filters")
local model = require("programs.trailers.lib.model")
local screen_work = require("lib.screen_work")
local title_search = require("programs.trailers.lib.title_search")
local tmdb = require("services.tmdb.provider")
local weak = require("lib.weak")
local words = require("programs.trailers.lib.words")

local live_titles = {}

local fields = { "contentType", "sort", "genre", "date", "certification" }

-- A title with everything about it; its trailers are `self.trailers` then.
local function load_title(self, key)
  local kind, id = key:match("^(%l+)/(%d+)$")
  local detail, info = self.service:complete({ type = kind, id = math.tointeger(tonumber(id)) })
  if not detail then return nil, info end
  detail.is_old = info.stale
  self.trailers = self.rules:rank(detail.videos, {
    language = self.service.language:sub(1, 2), original_language = detail.language,
  })
  return detail
end

--- A browser without an answer yet: {model, detail, filter, state (of the filter), trailers,
-- remarks, kept}. While it has `text`, it shows what that finds instead of a filter's titles.
-- Options: service (default TMDB as the settings say), rules (of trailers), state (default: all
-- that is trending), and genres or genres_problem where they were asked for.
function live_titles.open(options)
  local self = {
    service = options.service or tmdb.open(), trailers = {}, remarks = {},
    rules = options.rules or mix.rules.load("trailers/standard"),
    filter = filters.open(options.genres), filter_genres = options.genres,
  }
  self.state = options.state or self.filter:initial()
  self.model = model.open(self.service, {
    genres = options.genres, genres_problem = options.genres_problem,
  })
  local by_filter = self.model.open_list
  local browser = weak.reference(self)
  self.model.open_list = function(view, state)
    local text = browser().text
    if not text then return by_filter(view, state) end
    return title_search.open(view.service, text, { type = state:get("contentType") })
  end
  self.detail = mix.grid.detail(function(key) return load_title(browser(), key) end)
  return self
end

--- The titles that are seen: the grid's, or those of the last time while TMDB is slow.
function live_titles.items(self)
  local items = self.model.grid:items()
  if #items == 0 and self.kept then return self.kept.items end
  return items
end

-- The visible part of it, in short: when this changes, the screen is drawn again.
local function sign(self)
  local waits = self.service:waiting()
  return ("%s %d %s %s %s"):format(self.model.grid:state(), self.model.grid:count(),
    self.detail:state(), self.kept ~= nil, waits ~= nil)
end

local function shown(self, update, work)
  return screen_work.shown(update, function() return sign(self) end, work)
end

-- Filters by TMDB's genres, once they have come.
local function take_genres(self)
  if not self.model.genres or self.model.genres == self.filter_genres then return end
  self.filter_genres = self.model.genres
  self.filter, self.state = filters.over(self.model.genres, self.state)
end

-- Takes what is kept of a state's titles while there are no newer ones.
local function recall(self, state)
  local function is_wanted() return self.state == state and self.model.grid:count() == 0 end
  local kept = is_wanted() and self.model:kept(state)
  if kept and is_wanted() then self.kept = kept end
end

local function show(self, state)
  self.state, self.kept, self.remarks = state, nil, filters.remarks(state)
  self.model:show(state)
  if self.state == state and self.model.grid:count() > 0 then self.kept = nil end
end

--- Shows a state of the filter: what is kept of it at once, then what TMDB has. A newer one cancels
-- it.
function live_titles.show(self, state, update)
  shown(self, update, function()
    mix.task.scope(function(scope)
      -- It is told apart from another filter's by its state.
      scope:spawn(function() recall(self, state) end)
      show(self, state)
    end)
  end)
  take_genres(self)
end

--- Shows the next page.
function live_titles.more(self, update)
  shown(self, update, function() self.model.grid:next_page() end)
end

local function ask_again(self)
  if self.model:without_genres() then
    -- Without TMDB's genres these are asked for first: titles have theirs from the next list on.
    if self.model:ask_genres() then
      take_genres(self)
      return show(self, self.state)
    end
    if self.model:problem() then self.model.grid:retry() end
  elseif self.model:problem() then
    self.model.grid:retry()
  else
    show(self, self.state)
  end
end

--- Asks again for what could not be had, or for all.
function live_titles.again(self, update)
  shown(self, update, function() ask_again(self) end)
  take_genres(self)
end

--- Opens a title, which the list need not have any more: it may be loaded again. Returns whether
-- TMDB knows it; else why not, in words, and it is taken out of the list.
function live_titles.open_title(self, key, update)
  local known
  for _, item in ipairs(live_titles.items(self)) do
    if item.key == key then known = item end
  end
  self.trailers = {}
  shown(self, update, function() self.detail:open(key, known) end)
  local failure = self.detail:failure()
  if not failure or failure.kind ~= "not_found" then return true end
  self.detail:close()
  self.model.grid:remove(function(other) return other.key == key end)
  return false, ("TMDB does not know \"%s\" any more; it was taken out"):format(
    known and known.title or key)
end

--- The state that a change of the filter's fields leads to; nil and the error.
function live_titles.with(self, changes)
  take_genres(self)
  return self.state:with(changes)
end

--- The state that the choices of a filter's fields lead to, and what it is to be searched for; nil
-- and why in words.
function live_titles.chosen(self, values)
  take_genres(self)
  local changes, before = {}, self.state:values()
  for _, field in ipairs(fields) do
    if values[field] ~= before[field] then changes[field] = values[field] or false end
  end
  local text = values.text and words.plain(values.text):match("^%s*(.-)%s*$")
  if text == "" then text = nil end
  if not next(changes) then return self.state, text end
  local state, err = self.state:with(changes)
  if not state then return nil, err.message end
  return state, text
end

--- The fields of the filter with their choices.
function live_titles.fields(self)
  local labels = { contentType = "Type", sort = "Sort", genre = "Genre", date = "Released",
    certification = "Rated" }
  local list = { { name = "text", label = "Search", value = self.text,
    help = "words of the title, tt0816692, tvdb:121361" } }
  for _, field in ipairs(self.filter:fields()) do
    local options = {}
    if not field.default then options[1] = { value = "", label = "Any" } end
    for _, value in ipairs(field.values) do
      options[#options + 1] = { value = value, label = words.short(filters.label(value)) }
    end
    list[#list + 1] = {
      name = field.name, label = labels[field.name], type = "choice", options = options,
      value = self.state:get(field.name) or "",
    }
  end
  return list
end

return live_titles
