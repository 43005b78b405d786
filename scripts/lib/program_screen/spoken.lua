-- A program's screen for listeners: plain lines, and typed words as answers. Nothing is redrawn,
-- and a change is announced once it has settled.

local announcer = require("lib.program_screen.announcer")
local counted = require("lib.counted")
local parts = require("lib.program_screen.parts")
local shown = require("lib.program_screen.shown")

local spoken = {}

local page_size = 20

local Reader = {}
Reader.__index = Reader

local function cards(self) return parts.of(self.screen:tree()).cards end

local function last_page(self) return math.max(1, math.ceil(#cards(self).items / page_size)) end

-- The page as sentences, each with its number.
local function page_lines(self)
  local found = parts.of(self.screen:tree())
  local items, options = found.cards.items, self.options
  local lines = { ("%s: %s, page %d"):format(options.summary(self.screen.state),
    counted(#items, options.noun), self.page) }
  for _, note in ipairs(found.filters.notes or {}) do lines[#lines + 1] = note end
  local first = (self.page - 1) * page_size
  for place = first + 1, math.min(#items, first + page_size) do
    lines[#lines + 1] = ("%d: %s"):format(place, items[place].label or items[place].title)
  end
  if #items == 0 then lines[#lines + 1] = found.cards.empty end
  for _, message in ipairs(found.messages) do
    lines[#lines + 1] = parts.message_text(message, options.again)
  end
  return table.concat(lines, "\n")
end

function Reader:announce()
  self.announcer:say(function() return page_lines(self) end)
end

-- Does work while lines are read, and announces the result.
function Reader:work(work)
  if self.working == 0 then self.done = mix.task.latch() end
  self.working = self.working + 1
  self.scope:spawn(function()
    work()
    self:announce()
    self.working = self.working - 1
    if self.working == 0 then self.done:set() end
  end)
end

-- A line that is typed while a page loads may answer the loaded choices, so it waits.
local function settled(self)
  while self.working > 0 do self.done:wait() end
end

local function turn(self, step)
  settled(self)
  local on_end = cards(self).on_end
  if step > 0 and self.page == last_page(self) and on_end then self.screen:act(on_end) end
  self.page = math.max(1, math.min(self.page + step, last_page(self)))
  self:announce()
end

local function say_messages(self, found)
  for _, message in ipairs(found.messages) do
    self.print(parts.message_text(message, self.options.again))
  end
end

local function tell(self, place)
  settled(self)
  local item = cards(self).items[place]
  if not item then return self.print(("There is no %s %d."):format(self.options.noun, place)) end
  self.is_telling = true
  local found = parts.of(self.screen:act(cards(self).on_select, item.key))
  if found.detail then
    for _, line in ipairs(shown.lines(found.detail, { links = {} })) do self.print(line[1]) end
    self.screen:act(found.detail.on_close)
  else
    say_messages(self, found)
  end
  self.is_telling = false
end

local function filter_by(self, line)
  settled(self)
  local name, value = line:match("^(%a+)[%s=]+(.-)%s*$")
  if not name or value == "" then return self.print("Not understood. " .. self.options.help) end
  local values, problem = self.options.typed(self.screen.state, name, value)
  if not values then return self.print(problem or "Not understood. " .. self.options.help) end
  local action = parts.of(self.screen:tree()).filters.on_change
  local offer, reason = self.screen:offered(action, values)
  if not offer then return self.print(reason) end
  self.page = 1
  self:work(function() self.screen:perform(action, values) end)
end

-- Handles a typed line. Returns whether the reader continues.
local function obey(self, line)
  line = line and line:match("^%s*(.-)%s*$")
  if not line or line == "q" or line == "quit" then return false end
  local word = line:lower()
  local work = self.options.words[word]
  if word == "n" or word == "p" then
    turn(self, word == "n" and 1 or -1)
  elseif word == "help" then
    self.print(self.options.help)
  elseif work then
    self.page = 1
    self:work(function() work(self.screen.state, self.screen.on_update) end)
  elseif line:find("^%d+$") then
    tell(self, tonumber(line))
  elseif line ~= "" then
    filter_by(self, line)
  end
  return true
end

--- Reads a screen aloud until the user leaves. Options: print; summary(state), a description of the
--- page; noun, of an item; help, the words to type; words, functions (state, update) by word;
--- again, a description of how to run a message's action; typed(state, name, value), the values of
--- the filters' form for a typed line, or nil and the problem.
function spoken.run(screen, options)
  local self = setmetatable({
    screen = screen, options = options, print = options.print, page = 1, working = 0,
  }, Reader)
  screen.on_update = function()
    -- Older items are announced as well while the newest are awaited.
    if not self.is_telling and #parts.of(screen:tree()).cards.items > 0 then self:announce() end
  end
  mix.task.scope(function(scope)
    self.scope = scope
    self.announcer = announcer.open(scope, self.print)
    self.print(options.help)
    self:work(function() screen:begin() end)
    repeat until not obey(self, mix.ui.read_line())
    settled(self)
    self.announcer:flush()
    scope:cancel()
  end)
end

return spoken
