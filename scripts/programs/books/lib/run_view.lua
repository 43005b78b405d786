-- What a run shows: one line of progress, events for programs, a summary.

local run_view = {}

local View = {}
View.__index = View

-- Where no line can be drawn, one is written at each twentieth.
local parts = 20

local label = "Enriching Metadata..."

local function line(done, total)
  return ("%s %d/%d (%d%%)"):format(label, done, total, total > 0 and done * 100 // total or 100)
end

local function emit(event)
  local fields = {}
  for name, value in pairs(event) do
    if name ~= "event" then fields[name] = value end
  end
  mix.events.emit(event.event, fields)
end

function View:begin(total)
  self.total = total
  if self.meter or total == 0 then return end
  self.meter = mix.ui.progress(total, label, { percent = true })
  self.drawn = self.meter:visible()
end

function View:progress(event)
  if event.total then self:begin(event.total) end
  local step = event.done - self.done
  self.done = event.done
  if self.drawn then
    self.meter:step(step)
  elseif self.total > 0 and self.done * parts // self.total > self.part then
    self.part = self.done * parts // self.total
    mix.ui.note(line(self.done, self.total) .. (event.message and ", " .. event.message or ""))
  end
end

--- Takes an event of mix.jobs.run.
function View:take(event)
  emit(event)
  if event.event == "started" then
    self:begin(event.total or 0)
  elseif event.event == "progress" then
    self:progress(event)
  elseif event.event == "waiting" then
    mix.ui.note(("%s; %d to do"):format(event.message, event.left))
  elseif event.event == "retry" and event.wait and event.wait >= 5 then
    mix.log.info(("work %s: %s, again in %.0f s"):format(event.work, event.reason, event.wait))
  end
end

--- Ends the line and tells what came out.
function View:finish(summary)
  if self.meter then self.meter:finish() end
  if mix.events.enabled() then return end
  if self.json then return print(mix.json.encode(summary)) end
  local rate = summary.seconds > 0 and summary.processed * 60 / summary.seconds or 0
  print(("%d enriched, %d uncertain, %d not found, %d failed in %.1f s (%.0f a minute)"):format(
    summary.enriched, summary.uncertain, summary.not_found, summary.failed, summary.seconds, rate))
end

--- Opens the view. Options: json.
function run_view.open(options)
  return setmetatable({ json = options.json, done = 0, total = 0, part = 0 }, View)
end

return run_view
