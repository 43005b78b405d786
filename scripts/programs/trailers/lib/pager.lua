-- The pager of films and series on a whole terminal: a grid, lists to choose from, details.

local browsing = require("programs.trailers.lib.browsing")
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

--- Runs until the user leaves. Options: service, state, genres, genres_problem, rules, language.
function pager.run(options)
  local self = browsing.begin({
    service = options.service, rules = options.rules, language = options.language,
    state = options.state, genres = options.genres, genres_problem = options.genres_problem,
    mode = "grid", selected = 1, top = 0, scroll = 0,
  })
  self.screen = assert(mix.ui.screen())
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
