-- A build's output on a screen: as build_view, kept in a table that the screen draws.

local build_view = require("programs.playlist.lib.build_view")
local plan_lines = require("programs.playlist.lib.writing.plan_lines")
local report = require("programs.playlist.lib.report")
local spotify = require("services.spotify.provider")

local screen_view = {}

local most_log = 500

local View = {}
View.__index = View

-- Notes a line with its time; the oldest go.
local function note(self, line)
  local log = self.shown.log
  log[#log + 1] = os.date("%H:%M:%S ") .. line
  if #log > most_log then table.remove(log, 1) end
end

--- A stage is `done` of `total` steps far; `what` is at hand.
function View:progress(stage, done, total, what)
  local label = build_view.stages[stage] or stage
  if not self.shown.work or self.shown.work.label ~= label then note(self, label) end
  self.shown.work = { label = label, done = done, total = total > 0 and total or nil, what = what }
  self.update()
end

--- No stage is under way.
function View:stop()
  self.shown.work = nil
  self.update()
end

--- A line that the user asked for.
function View:say(line) note(self, line) end

--- Something that was left out.
function View:warn(message)
  note(self, message)
  table.insert(self.shown.warnings, message)
end

--- The plan stands; nothing has been written.
function View:planned(made, result, sources, options)
  local shown = self.shown
  shown.plan, shown.made = plan_lines.of(made), made
  shown.result, shown.stats = result, result.stats
  shown.source = build_view.source_line(sources)
  shown.seed = options.shuffle and options.shuffle_seed
  result.seed = options.shuffle_seed
  for _, line in ipairs(shown.plan) do note(self, line) end
  self:stop()
end

--- Runs what writes.
function View:writing(_, write)
  local journal = write()
  self:stop()
  return journal
end

--- The end of a build; `journal` is nil when nothing was to be written.
function View:finish(made, _, journal)
  local shown = self.shown
  for _, line in ipairs(report.stats_lines(shown.stats)) do note(self, line) end
  if not journal then return end
  shown.plan, shown.built = nil, {
    id = made.action ~= "none" and journal.id or nil, name = made.name, why = made.why,
    link = journal.playlist and spotify.link(journal.playlist)
      or made.playlist and spotify.link(made.playlist.id),
  }
end

--- The end of a resumed build.
function View:resumed(journal)
  local shown = self.shown
  if journal.stats then
    journal.stats.total_uploaded = math.tointeger(journal.added) or 0
    shown.stats = journal.stats
  end
  shown.built = { id = journal.id, name = journal.name,
    link = journal.playlist and spotify.link(journal.playlist) }
end

--- A view that fills `shown` and calls `update()`. `shown` keeps its log.
function screen_view.open(shown, update)
  for name in pairs(shown) do
    if name ~= "log" then shown[name] = nil end
  end
  shown.warnings, shown.log = {}, shown.log or {}
  return setmetatable({ shown = shown, update = update }, View)
end

--- Notes a line in the log of what is shown.
function screen_view.note(shown, line)
  shown.log = shown.log or {}
  note({ shown = shown }, line)
end

return screen_view
