-- A program's screen on the whole terminal, with keys: its cards as a grid, its filters as lists of
-- choices, its detail as a text.

local browser_view = require("lib.program_screen.browser_view")
local changed = require("lib.changed")
local parts = require("lib.program_screen.parts")
local shown = require("lib.program_screen.shown")
local words = require("lib.program_screen.words")

local browser = {}

-- Seconds between two redraws for countdowns and a resized terminal.
local look_again = 0.5
-- Rows at the end that trigger a request for more items, and the seconds that the selection must
-- rest there.
local last_rows, settled = 3, 0.3

local choice_keys = "arrows move · enter choose · escape back"

-- The remarks above the grid, {text, style} each. Without items, messages fill the space.
local function remarks_of(self)
  local list = {}
  local messages = #self.parts.cards.items > 0 and self.parts.messages or {}
  for _, message in ipairs(messages) do
    list[#list + 1] = { parts.message_text(message, self.options.again),
      words.tones[message.tone] or "yellow" }
  end
  for _, note in ipairs(self.parts.filters.notes or {}) do list[#list + 1] = { note, "yellow" } end
  return list
end

local function detail_lines(self)
  -- The head shows title and subtitle.
  local detail = changed(self.parts.detail, { title = false, subtitle = false })
  self.links = {}
  return shown.lines(detail, { is_dense = true, hint = self.options.again, links = self.links })
end

-- The lines to show instead of items.
local function nothing(self)
  local messages, progress = self.parts.messages, self.parts.progress
  if #messages == 0 then return progress and {} or { self.parts.cards.empty } end
  return shown.lines({ kind = "page", children = messages }, { hint = self.options.again })
end

local function keys(self)
  return self.choices and choice_keys or self.parts.detail and self.options.detail_hint
    or self.options.hint
end

-- The keys, a line each: those of the hint, and the filters by name.
local function help_lines(self)
  local detail = self.parts.detail
  local list = {}
  for entry in (keys(self) .. " · "):gmatch("(.-) · ") do list[#list + 1] = entry end
  for _, field in ipairs(detail and {} or self.parts.filters.fields) do
    for key, name in pairs(self.options.fields) do
      if name == field.name then list[#list + 1] = ("%s: filter by %s"):format(key, field.label) end
    end
  end
  list[#list + 1] = "any key: back"
  return list
end

local function body(self)
  local geometry, items = self.geometry, self.parts.cards.items
  if self.helps then return browser_view.part(help_lines(self), 0, geometry.down) end
  if self.choices then
    return browser_view.choices(self.choices, self.choice, geometry.down)
  elseif self.parts.detail then
    local lines = detail_lines(self)
    self.scroll = math.max(0, math.min(self.scroll, #lines - geometry.down))
    return browser_view.part(lines, self.scroll, geometry.down)
  elseif #items == 0 then
    return nothing(self)
  end
  return browser_view.grid(items, self.selected, self.top, geometry)
end

local function head(self)
  local detail = self.parts.detail
  if not detail then return self.options.summary(self.screen.state) end
  return detail.subtitle and ("%s (%s)"):format(detail.title, detail.subtitle) or detail.title
end

local function status(self)
  if self.parts.detail then return self.said or "" end
  local texts, progress = self.parts.texts, self.parts.progress
  local count = #texts > 1 and texts[1] or ""
  if not progress then return count end
  return ("%s …%s"):format(progress.label, count ~= "" and "  ·  " .. count or "")
end

-- Keeps the selection among the existing items, and its row visible; another filter's results are
-- shown from their beginning.
local function follow(self)
  local summary = self.options.summary(self.screen.state)
  if summary ~= self.summary then self.summary, self.selected, self.top = summary, 1, 0 end
  self.selected = math.max(1, math.min(self.selected, #self.parts.cards.items))
  local row = (self.selected - 1) // self.geometry.across
  self.top = math.max(math.min(self.top, row), row - self.geometry.down + 1)
end

--- Draws a browser.
function browser.draw(self)
  self.parts = parts.of(self.screen:tree())
  local columns, rows = self.terminal:size()
  local remarks = remarks_of(self)
  self.geometry = browser_view.geometry(columns, rows, #remarks)
  follow(self)
  self.terminal:draw(browser_view.screen({
    head = head(self), remarks = remarks, body = body(self), status = status(self),
    keys = keys(self), notice = self.options.notice, short_notice = self.options.short_notice,
  }, columns, rows))
end

-- Does work beside the keys, and draws the result.
local function beside(self, work)
  self.scope:spawn(function()
    work()
    browser.draw(self)
  end)
end

-- Runs an action, if the screen still offers it.
local function act(self, action, args)
  beside(self, function()
    if self.screen:offered(action, args) then self.screen:perform(action, args) end
  end)
end

--- Requests more items near the end of the list, and while the terminal has space for more.
function browser.fill(self)
  local across = self.geometry.across
  local function rows_behind()
    return math.ceil(#self.parts.cards.items / across) - math.ceil(self.selected / across)
  end
  local has_room = #self.parts.cards.items < (self.top + self.geometry.down) * across
  local is_near = has_room or rows_behind() < last_rows
  if not self.parts.cards.on_end or self.is_filling or not is_near then return end
  self.is_filling = true
  beside(self, function()
    if not has_room then mix.task.sleep(settled) end
    local on_end = self.parts.cards.on_end
    if on_end and (has_room or rows_behind() < last_rows) and self.screen:offered(on_end) then
      self.screen:perform(on_end)
    end
    self.is_filling = false
  end)
end

local function choose(self, name)
  for _, field in ipairs(self.parts.filters.fields) do
    if field.name == name then
      self.choices, self.choice, self.field = {}, 1, name
      for place, option in ipairs(field.options) do
        local is_current = option.value == (field.value or "")
        self.choices[place] = { label = option.label or option.value, value = option.value,
          is_current = is_current }
        if is_current then self.choice = place end
      end
    end
  end
end

local far = 1e6
local choice_moves = {
  up = -1, down = 1, page_up = -10, page_down = 10, home = -far, ["end"] = far,
}

local function choice_key(self, key)
  if choice_moves[key] then
    self.choice = math.max(1, math.min(self.choice + choice_moves[key], #self.choices))
  elseif key == "enter" then
    act(self, self.parts.filters.on_change, { [self.field] = self.choices[self.choice].value })
    self.choices = nil
  elseif key == "escape" or key == "q" or key == "backspace" then
    self.choices = nil
  else
    -- A letter moves to the next choice that begins with it.
    for step = 1, #self.choices do
      local place = (self.choice + step - 1) % #self.choices + 1
      if self.choices[place].label:sub(1, 1):lower() == key:lower() then
        self.choice = place
        return
      end
    end
  end
end

local function open_link(self, place)
  local address = self.links[place]
  if not address then return end
  self.said = "opening " .. address
  beside(self, function()
    self.said = (mix.ui.open(address) and "opened " or "no browser to open here: ") .. address
  end)
end

local scrolls = { up = -1, down = 1, p = -10, n = 10, page_up = -10, page_down = 10, space = 10 }

local function detail_key(self, key)
  local detail = self.parts.detail
  if scrolls[key] then
    self.scroll = math.max(0, self.scroll + scrolls[key])
  elseif key == "escape" or key == "backspace" or key == "left" or key == "b" then
    act(self, detail.on_close)
  elseif key == "enter" or key == "o" then
    open_link(self, 1)
  elseif key:find("^[1-9]$") then
    open_link(self, tonumber(key))
  elseif key == "r" then
    local message = parts.of(detail).messages[1]
    local button = message and (message.actions or {})[1]
    if button then act(self, button.action, button.args) end
  end
end

local moves = {
  up = function(self) return self.selected - self.geometry.across end,
  down = function(self) return self.selected + self.geometry.across end,
  left = function(self) return self.selected - 1 end,
  right = function(self) return self.selected + 1 end,
  n = function(self) return self.selected + self.geometry.across * self.geometry.down end,
  p = function(self) return self.selected - self.geometry.across * self.geometry.down end,
  home = function() return 1 end,
  ["end"] = function(self) return #self.parts.cards.items end,
}
moves.page_down, moves.page_up, moves.space = moves.n, moves.p, moves.n

local function grid_key(self, key)
  local cards, options = self.parts.cards, self.options
  if moves[key] then
    self.selected = moves[key](self)
  elseif key == "enter" then
    local item = cards.items[self.selected]
    self.scroll, self.said = 0, nil
    if item then act(self, cards.on_select, item.key) end
  elseif options.fields[key] then
    choose(self, options.fields[key])
  elseif options.keys[key] then
    beside(self, function()
      options.keys[key](self.screen.state, function() browser.draw(self) end)
    end)
  end
end

--- Handles a key. Returns whether the browser continues.
function browser.press(self, key)
  if key == nil or key == "ctrl-d" then return false end
  if self.helps then
    self.helps = nil
    return true
  end
  if key == "q" and not self.choices then return false end
  if not self.choices and (key == "?" or key == "h") then
    self.helps = true
    return true
  end
  local take = self.choices and choice_key or self.parts.detail and detail_key or grid_key
  take(self, key)
  return true
end

--- Makes a browser of a screen, which draws on a `terminal` of mix.ui.screen().
function browser.of(screen, terminal, options)
  return { screen = screen, terminal = terminal, options = options, selected = 1, top = 0,
    scroll = 0, links = {} }
end

--- Shows a screen until the user leaves. Options: summary(state), the head; fields, names of the
--- filters' fields by key; keys, functions (state, update) by key; again, a description of the key
--- that runs a message's action; hint and detail_hint, the line of keys; notice, short_notice.
function browser.run(screen, options)
  local self = browser.of(screen, assert(mix.ui.screen()), options)
  screen.on_update = function() browser.draw(self) end
  mix.task.scope(function(scope)
    self.scope = scope
    browser.draw(self)
    beside(self, function() screen:begin() end)
    scope:spawn(function()
      while true do
        mix.task.sleep(look_again)
        browser.draw(self)
        browser.fill(self)
      end
    end)
    repeat
      browser.draw(self)
      browser.fill(self)
    until not browser.press(self, self.terminal:key())
    scope:cancel()
  end)
  self.terminal:close()
end

return browser
