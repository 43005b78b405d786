-- Films and series as a screen shows them: what is asked for, what came, what keeps it waiting.

local browsing = require("programs.trailers.lib.browsing")
local filters = require("programs.trailers.lib.filters")
local screen_work = require("lib.screen_work")
local tmdb = require("providers.tmdb")
local words = require("programs.trailers.lib.words")

local live_titles = {}

local fields = { "contentType", "sort", "genre", "date", "certification" }

--- A browser of all that is trending, which has asked nobody yet. `service`: default TMDB as the
-- settings say.
function live_titles.open(service)
  service = service or tmdb.open()
  return browsing.begin({
    service = service, language = service.language:sub(1, 2),
    rules = mix.rules.load("trailers/standard"),
  })
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

--- Shows a state of the filter: what is kept of it at once, then what TMDB has.
function live_titles.show(self, state, update)
  shown(self, update, function()
    mix.task.scope(function(scope)
      -- It is told apart from another filter's by its state.
      scope:spawn(function() browsing.recall(self, state) end)
      browsing.show(self, state)
    end)
  end)
  browsing.take_genres(self)
end

--- Shows the next page.
function live_titles.more(self, update)
  shown(self, update, function() self.model.grid:next_page() end)
end

--- Asks again for what could not be had.
function live_titles.again(self, update)
  shown(self, update, function() browsing.again(self) end)
  browsing.take_genres(self)
end

--- Opens a title of the list. Returns whether TMDB knows it; else why not, in words.
function live_titles.open_title(self, key, update)
  for _, item in ipairs(browsing.items(self)) do
    if item.key == key then
      return shown(self, update, function() return browsing.open_title(self, item) end)
    end
  end
end

--- The state that the choices of a filter's fields lead to, and what it is to be searched for; nil
-- and why in words.
function live_titles.chosen(self, values)
  browsing.take_genres(self)
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
