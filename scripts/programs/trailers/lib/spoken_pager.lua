-- The pager for those who listen: plain lines, and words to answer them. Nothing moves, nothing is
-- drawn over, and a change is announced once it has settled.

local announcer = require("programs.trailers.lib.announcer")
local browsing = require("programs.trailers.lib.browsing")
local detail_view = require("programs.trailers.lib.detail_view")
local filters = require("programs.trailers.lib.filters")
local last_result = require("lib.last_result")
local listing = require("programs.trailers.lib.listing")
local model = require("programs.trailers.lib.model")
local words = require("programs.trailers.lib.words")

local spoken_pager = {}

local help = "Commands: n next page, p previous page, a number for details, "
  .. "FIELD VALUE to filter (type, sort, genre, date, certification), all, again, help, quit."

-- How long people wait for TMDB before they hear what there was.
local patience = 0.1

local Pager = {}
Pager.__index = Pager

local function last_page(self)
  return math.max(1, math.ceil(#browsing.items(self) / listing.page_size))
end

-- The page as sentences, each with its number.
local function page_lines(self)
  local grid = self.model.grid
  local problem, genres_problem = self.model:problem(), self.model:without_genres()
  local lines = { ("%s: %s, page %d"):format(filters.summary(self.state),
    words.count(#browsing.items(self), "title"), self.page) }
  for _, remark in ipairs(self.remarks) do lines[#lines + 1] = remark end
  local items = browsing.items(self)
  local first = (self.page - 1) * listing.page_size
  for place = first + 1, math.min(#items, first + listing.page_size) do
    lines[#lines + 1] = ("%d: %s"):format(place, words.spoken(items[place]))
  end
  if grid:state() == "empty" then lines[#lines + 1] = "Nothing fits; all shows all." end
  if problem then lines[#lines + 1] = problem.message .. "; again asks again." end
  if genres_problem and not problem then
    lines[#lines + 1] = ("No genres: %s; again asks again."):format(genres_problem.message)
  end
  if self.kept and grid:count() == 0 then
    lines[#lines + 1] = ("Asking TMDB; until it answers, these are from %s ago.")
      :format(last_result.age(self.kept.age))
  elseif self.model:is_stale() then
    lines[#lines + 1] = "TMDB did not answer; some of this is old."
  end
  return table.concat(lines, "\n")
end

function Pager:announce()
  self.announcer:say(function() return page_lines(self) end)
end

function Pager:show(state)
  self.state, self.page, self.remarks, self.kept = state, 1, filters.remarks(state), nil
  if self.loading == 0 then self.loaded = mix.task.latch() end
  self.loading = self.loading + 1
  self.scope:spawn(function()
    if self.model:show(state) ~= "cancelled" then
      self.kept = nil
      self:announce()
    end
    self.loading = self.loading - 1
    if self.loading == 0 then self.loaded:set() end
  end)
  self.scope:spawn(function()
    mix.task.sleep(patience)
    if self.state ~= state or self.loading == 0 then return end
    self.kept = self.model:kept(state)
    if self.kept and self.state == state and self.loading > 0 then self:announce() end
  end)
end

-- A line that comes while a page is loaded is about what it brings.
local function settled(self)
  while self.loading > 0 do self.loaded:wait() end
end

local function turn(self, step)
  settled(self)
  if step > 0 and self.page == last_page(self) then self.model.grid:next_page() end
  self.page = math.max(1, math.min(self.page + step, last_page(self)))
  self.remarks = {}
  self:announce()
end

local function tell(self, place)
  settled(self)
  local item = browsing.items(self)[place]
  if not item then return self.print(("There is no title %d."):format(place)) end
  local detail, info = self.service:complete({ type = item.type, id = item.id })
  local problem = not detail and info or nil
  if detail then detail.is_old = info.stale end
  local trailers = detail and self.rules:rank(detail.videos, {
    language = self.language, original_language = detail.language,
  }) or {}
  if problem and problem.kind == "not_found" then
    self.model.grid:remove(function(other) return other.key == item.key end)
  end
  self.print(table.concat(detail_view.lines(detail or item, trailers, {
    partial = problem and problem.message or nil,
  }), "\n"))
end

local function filter_by(self, line)
  local field, value = line:match("^(%a+)[%s=]+(.-)%s*$")
  if not field or value == "" then return self.print("Not understood. " .. help) end
  if value:lower() == "any" then value = false end
  browsing.take_genres(self)
  local ok, state, err = pcall(self.state.with, self.state, field, value)
  if not ok then return self.print("Not understood. " .. help) end
  if not state then return self.print(err.message) end
  self:show(state)
end

local answers = {
  n = function(self) turn(self, 1) end,
  p = function(self) turn(self, -1) end,
  all = function(self) self:show(self.filter:initial()) end,
  again = function(self)
    settled(self)
    if self.model:without_genres() and self.model:ask_genres() then
      browsing.take_genres(self)
      return self:show(self.state)
    end
    if not self.model:problem() then return self:show(self.state) end
    self.model.grid:retry()
    self:announce()
  end,
  help = function(self) self.print(help) end,
}

-- Returns whether the pager continues.
local function obey(self, line)
  line = line and line:match("^%s*(.-)%s*$")
  if not line or line == "q" or line == "quit" then return false end
  if answers[line:lower()] then
    answers[line:lower()](self)
  elseif line:find("^%d+$") then
    tell(self, tonumber(line))
  elseif line ~= "" then
    filter_by(self, line)
  end
  return true
end

--- Runs until the user leaves. Options: service, state, genres, genres_problem, rules, language.
function spoken_pager.run(options)
  local self = setmetatable({
    service = options.service, rules = options.rules, language = options.language,
    filter = filters.open(options.genres), filter_genres = options.genres,
    print = words.print, remarks = {}, page = 1, loading = 0,
    model = model.open(options.service, {
      genres = options.genres, genres_problem = options.genres_problem,
    }),
  }, Pager)
  mix.task.scope(function(scope)
    self.scope = scope
    self.announcer = announcer.open(scope, self.print)
    self.print(help)
    self:show(options.state)
    repeat until not obey(self, mix.ui.read_line())
    settled(self)
    self.announcer:flush()
    scope:cancel()
  end)
end

return spoken_pager
