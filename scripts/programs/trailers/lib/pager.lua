-- The pager of films and series on a whole terminal: a grid, lists to choose from, details.

local filters = require("programs.trailers.lib.filters")
local model = require("programs.trailers.lib.model")
local pager_keys = require("programs.trailers.lib.pager_keys")
local pager_screen = require("programs.trailers.lib.pager_screen")

local pager = {}

-- Countdowns, and a terminal that has another size.
local look_again = 0.5

local function watch(self)
  while true do
    mix.task.sleep(look_again)
    pager_screen.draw(self)
    -- A screen that has grown has room for titles that nobody has asked for yet.
    local geometry = pager_screen.geometry(self)
    self.scope:spawn(function()
      self.model:fill((self.top + geometry.down) * geometry.across)
    end)
  end
end

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

--- Runs until the user leaves. Options: service, state, genres, genres_problem, rules, language.
function pager.run(options)
  local self = {
    service = options.service, rules = options.rules, language = options.language,
    state = options.state, filter = filters.open(options.genres), filter_genres = options.genres,
    mode = "grid", selected = 1, top = 0, scroll = 0, trailers = {},
  }
  self.screen = assert(mix.ui.screen())
  self.model = model.open(options.service, {
    genres = options.genres, genres_problem = options.genres_problem,
  })
  self.detail = mix.grid.detail(function(key) return load_title(self, key) end)
  local changed = function() pager_screen.draw(self) end
  self.model.grid:on_change(changed)
  self.detail:on_change(changed)
  mix.task.scope(function(scope)
    self.scope = scope
    scope:spawn(function() watch(self) end)
    pager_keys.show(self, self.state)
    repeat pager_screen.draw(self) until not pager_keys.press(self, self.screen:key())
    scope:cancel()
  end)
  self.screen:close()
end

return pager
