-- The keys of the pager of mixhost trailers.

local browsing = require("programs.trailers.lib.browsing")
local filters = require("programs.trailers.lib.filters")
local listing = require("programs.trailers.lib.listing")
local pager_screen = require("programs.trailers.lib.pager_screen")
local words = require("programs.trailers.lib.words")

local pager_keys = {}

local fields_by_key = {
  t = "contentType", s = "sort", g = "genre", d = "date", c = "certification",
}

-- With the start of the program, people wait less than 200 ms for the first titles.
local patience = 0.1

--- Shows a filter's state. The work runs beside the keys; a newer filter cancels it.
function pager_keys.show(self, state)
  self.state, self.selected, self.top = state, 1, 0
  local geometry = pager_screen.geometry(self)
  local pages = math.ceil(geometry.across * geometry.down / listing.page_size)
  self.scope:spawn(function()
    browsing.show(self, state, pages)
    pager_screen.draw(self)
  end)
  self.remark = filters.remarks(state)[1]
  -- While TMDB is slow, what is kept of a filter's titles is shown.
  self.scope:spawn(function()
    mix.task.sleep(patience)
    if browsing.recall(self, state, pages) then pager_screen.draw(self) end
  end)
end

local function select(self, place)
  local count = #browsing.items(self)
  self.selected = math.max(1, math.min(place, math.max(1, count)))
  self.remark = nil
  if count > 0 then
    local across = (pager_screen.geometry(self)).across
    self.scope:spawn(function() self.model:focus(self.selected, across) end)
  end
end

local function value_label(value) return value and filters.label(value) or "Any" end

local function choose(self, name)
  browsing.take_genres(self)
  for _, field in ipairs(self.filter:fields()) do
    if field.name == name then
      local now = self.state:get(name)
      self.choices, self.choice, self.field = {}, 1, name
      if not field.default then
        self.choices[1] = { label = value_label(nil), is_current = now == nil }
      end
      for _, value in ipairs(field.values) do
        self.choices[#self.choices + 1] = {
          label = value_label(value), value = value, is_current = value == now,
        }
        if value == now then self.choice = #self.choices end
      end
    end
  end
  self.mode = "choose"
end

local function load_detail(self, item)
  self.mode, self.title, self.scroll, self.link = "detail", item.title, 0, nil
  self.scope:spawn(function()
    local known, remark = browsing.open_title(self, item)
    if known then return end
    self.mode, self.title, self.remark = "grid", nil, remark
    pager_screen.draw(self)
  end)
end

local function open_trailer(self, place)
  local ranked = self.trailers[place]
  if not ranked then return end
  local url = words.video_url(ranked.video)
  if not url then
    self.link = "this video has no address that could be opened"
    return
  end
  self.link = "opening " .. url
  self.scope:spawn(function()
    local opened = mix.ui.open(url)
    self.link = opened and "opened " .. url or "no browser to open here: " .. url
    pager_screen.draw(self)
  end)
end

local function again(self)
  self.scope:spawn(function()
    browsing.again(self, function(state) pager_keys.show(self, state) end)
    pager_screen.draw(self)
  end)
end

local grid_keys = {
  up = function(self, geometry) select(self, self.selected - geometry.across) end,
  down = function(self, geometry) select(self, self.selected + geometry.across) end,
  left = function(self) select(self, self.selected - 1) end,
  right = function(self) select(self, self.selected + 1) end,
  n = function(self, geometry) select(self, self.selected + geometry.across * geometry.down) end,
  p = function(self, geometry) select(self, self.selected - geometry.across * geometry.down) end,
  home = function(self) select(self, 1) end,
  ["end"] = function(self) select(self, #browsing.items(self)) end,
  enter = function(self)
    local item = browsing.items(self)[self.selected]
    if item then load_detail(self, item) end
  end,
  x = function(self) pager_keys.show(self, self.filter:initial()) end,
  r = function(self) again(self) end,
}
grid_keys.page_down, grid_keys.page_up, grid_keys.space = grid_keys.n, grid_keys.p, grid_keys.n
for key, field in pairs(fields_by_key) do
  grid_keys[key] = function(self) choose(self, field) end
end

local far = 1e6
local choice_moves = {
  up = -1, down = 1, page_up = -10, page_down = 10, home = -far, ["end"] = far,
}

local function choice_key(self, key)
  if choice_moves[key] then
    self.choice = math.max(1, math.min(self.choice + choice_moves[key], #self.choices))
  elseif key == "enter" then
    self.mode = "grid"
    pager_keys.show(self, self.state:with(self.field, self.choices[self.choice].value or false))
  elseif key == "escape" or key == "q" or key == "backspace" then
    self.mode = "grid"
  else
    -- A letter goes to the next choice that begins with it.
    for step = 1, #self.choices do
      local place = (self.choice + step - 1) % #self.choices + 1
      if self.choices[place].label:sub(1, 1):lower() == key:lower() then
        self.choice = place
        return
      end
    end
  end
end

local scrolls = { up = -1, down = 1, p = -10, n = 10, page_up = -10, page_down = 10, space = 10 }

local function detail_key(self, key)
  if scrolls[key] then
    self.scroll = math.max(0, self.scroll + scrolls[key])
  elseif key == "escape" or key == "backspace" or key == "left" or key == "b" then
    self.detail:close()
    self.mode, self.title = "grid", nil
  elseif key == "enter" or key == "o" then
    open_trailer(self, 1)
  elseif key:find("^[1-9]$") then
    open_trailer(self, tonumber(key))
  elseif key == "r" then
    self.scope:spawn(function() self.detail:retry() end)
  end
end

--- Does what a key says. Returns whether the pager continues.
function pager_keys.press(self, key)
  if key == nil or key == "ctrl-d" or (key == "q" and self.mode ~= "choose") then return false end
  if self.mode == "choose" then
    choice_key(self, key)
  elseif self.mode == "detail" then
    detail_key(self, key)
  elseif grid_keys[key] then
    grid_keys[key](self, (pager_screen.geometry(self)))
  end
  return true
end

return pager_keys
