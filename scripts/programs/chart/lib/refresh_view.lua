-- The output of a refresh for people: on a terminal a table that fills in place, elsewhere a line
-- for each entry as it completes.

local chart_nodes = require("programs.chart.lib.chart_nodes")
local counted = require("lib.counted")
local last_result = require("lib.last_result")
local tables = require("lib.program_screen.tables")
local terminal_text = require("lib.terminal_text")

local refresh_view = {}

-- The widths that cells to come will need.
local expected = { album = 30, released = 10, match = 9 }

local tones = { ["▲"] = "green", ["▼"] = "red", new = "yellow" }

local keys = "p + Enter pauses, r + Enter refreshes"
local paused_keys = "paused; p + Enter continues"

local function row_of(place, entry)
  local row = chart_nodes.row(place, entry)
  row.moved = row.moved and mix.ui.color(row.moved, tones[row.moved:gsub("%d+$", "")])
  return row
end

local function rows_of(entries)
  local rows = {}
  for place, entry in ipairs(entries) do rows[place] = row_of(place, entry) end
  return rows
end

local function chart_text(chart)
  local time = chart.is_day and mix.time.iso(chart.time):sub(1, 10) or last_result.time(chart.time)
  return ("%s chart of %s (%s old%s)"):format(chart.source, time,
    last_result.age(mix.time.now() - chart.time), chart.stale and ", stale" or "")
end

local function song_text(entry) return ("%s by %s"):format(entry.title, entry.artist) end

-- The changes since the last list, on one line; nil without one.
local function changes_text(chart)
  if not chart.compared_at then return nil end
  local up, down, new = 0, 0, 0
  for _, entry in ipairs(chart.entries) do
    if entry.new then new = new + 1 end
    if (entry.moved or 0) > 0 then up = up + 1 end
    if (entry.moved or 0) < 0 then down = down + 1 end
  end
  local left = #chart.left
  local gone = left == 0 and "" or left == 1 and (": %s"):format(song_text(chart.left[1]))
    or (": %s and %d more"):format(song_text(chart.left[1]), left - 1)
  return ("since the list of %s: %d up, %d down, %d new, %d left%s"):format(
    last_result.time(chart.compared_at), up, down, new, left, gone)
end

-- How many entries the catalogue had no answer for, and the reason that most of them share.
local function unanswered(entries)
  local counts, total, best = {}, 0, nil
  for _, entry in ipairs(entries) do
    if entry.status == "failed" or entry.from == "bundled" then
      total = total + 1
      counts[entry.reason] = (counts[entry.reason] or 0) + 1
      if not best or counts[entry.reason] > counts[best] then best = entry.reason end
    end
  end
  return total, best
end

--- One line that says how many entries are without an answer, why, and how to continue; nil when
-- all have one. `catalogue`: whom they were asked of.
function refresh_view.resume_line(entries, catalogue)
  local count, reason = unanswered(entries)
  if count == 0 then return nil end
  return ("%d of %d without an answer from %s: %s; run again to continue, matches so far are kept")
    :format(count, #entries, catalogue, reason)
end

local View = {}
View.__index = View

local function status(view)
  if not view.live then return end
  local hint = view.is_paused and paused_keys or keys
  view.live:status(("%s chart: %d of %d%s"):format(view.chart.source, view.count, #view.entries,
    view.interactive and "  ·  " .. hint or ""), view.count, #view.entries - view.count)
end

--- The list before anything is known about it.
function View:list(chart, entries)
  self.chart, self.entries, self.count, self.places = chart, entries, 0, {}
  self.is_paused = false
  for place, entry in ipairs(entries) do self.places[entry] = place end
  if not self.draws then return end
  self.live = tables.live(chart_nodes.table(rows_of(entries), chart.compared_at), expected)
  status(self)
end

--- One entry is complete.
function View:entry(entry)
  self.count = self.count + 1
  local row = row_of(self.places[entry], entry)
  if self.live then
    self.live:set(row.place, row)
    status(self)
  elseif self.prints then
    print(terminal_text.fields({ row.rank, row.title, row.artist, row.album or "",
      row.released or "", row.match or "" }))
  end
end

--- Enrichment was paused or continues.
function View:paused(is_paused)
  self.is_paused = is_paused
  status(self)
end

--- The drawn table stays; a new list will begin below.
function View:stop()
  if self.live then self.live:finish() end
  self.live = nil
end

--- The end of a list: the last state of the table, and two lines on standard error.
function View:finish(chart, entries, summary)
  self:stop()
  if self.shows_table then tables.print(chart_nodes.table(rows_of(entries), chart.compared_at)) end
  mix.ui.note(("%s: %d in all, %d enriched, %d uncertain, %d none, %d failed"):format(
    chart_text(chart), summary.total, summary.enriched, summary.uncertain, summary.none,
    summary.failed))
  local changes = changes_text(chart)
  if changes then mix.ui.note(changes) end
  mix.ui.note(("%s, %d from the cache, %.1f s"):format(
    counted(summary.requests, "request"), summary.cache_hits, summary.seconds))
  local line = refresh_view.resume_line(entries, self.catalogue)
  if line then mix.ui.note(line) end
end

--- The rows of entries, to be kept and shown again.
function refresh_view.rows(entries) return rows_of(entries) end

--- Shows rows of an earlier run.
function refresh_view.show_rows(rows) tables.print(chart_nodes.table(rows)) end

--- A view for people. Options: quiet, interactive (whether keys are read), catalogue (whom the
-- entries are asked of).
function refresh_view.open(options)
  local terminal = mix.ui.is_terminal()
  local draws = terminal and mix.ui.can_redraw() and not options.quiet
  return setmetatable({
    draws = draws, catalogue = options.catalogue,
    -- A terminal that cannot redraw, and --quiet, get the table once, at the end.
    shows_table = terminal and not draws,
    prints = not terminal,
    interactive = options.interactive,
  }, View)
end

return refresh_view
