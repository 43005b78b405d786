-- The output of a run: one line of progress, events for programs, a summary.

local run_view = {}

local View = {}
View.__index = View

--- The name of a run while it lasts.
run_view.label = "Enriching Metadata..."

-- On streams without a progress line, one is written at each twentieth.
local parts = 20

-- Narrow terminals have room for the count and the time left.
local narrow = 60

local function label() return mix.ui.width() < narrow and "Books" or run_view.label end

--- "Enriching Metadata... 15/100 (15%)".
function run_view.line(done, total)
  return ("%s %d/%d (%d%%)"):format(run_view.label, done, total,
    total > 0 and done * 100 // total or 100)
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
  self.meter = mix.ui.progress(total, label(), { percent = true })
  self.drawn = self.meter:visible()
end

-- Tells that an address would lift Open Library's limit, which holds the run up.
function View:suggest_contact(event)
  if self.is_suggested or event.upstream ~= "openlibrary" or self.json then return end
  self.is_suggested = true
  if mix.env.setting("http.contact") then return end
  mix.ui.note("Open Library answers 1 request a second, and 3 who give an address to reach them: "
    .. "mixhost config set http.contact you@example.org")
end

function View:progress(event)
  if event.total then self:begin(event.total) end
  self:suggest_contact(event)
  local step = event.done - self.done
  self.done = event.done
  if self.drawn then
    self.meter:step(step)
  elseif self.total > 0 and self.done * parts // self.total > self.part then
    self.part = self.done * parts // self.total
    local shown = run_view.line(self.done, self.total)
    mix.ui.note(event.message and ("%s, %s"):format(shown, event.message) or shown)
  end
end

--- Whether a run has done what it was to do: neither stopped nor in vain.
function run_view.succeeded(summary)
  local ended = summary.processed - summary.removed
  local is_vain = ended > 0 and summary.failed == ended
    or summary.state == "limit" and summary.processed == 0
  return (summary.state == "done" or summary.state == "limit") and not is_vain
end

-- The reasons of failures, and of attempts after which a book waits for another one: the end shows
-- the most frequent one.
local Failures = {}
Failures.__index = Failures

--- Takes an event of mix.jobs.run.
function Failures:count(event)
  if event.event == "retry" then
    self.waiting[event.work] = event.message
  elseif event.event == "item" then
    self.waiting[event.work] = nil
    if event.status == "failed" then
      self.failed[event.work] = event.error or "no reason is known"
    end
  end
end

local function commonest(reasons)
  local counts, common = {}, nil
  for _, reason in pairs(reasons) do counts[reason] = (counts[reason] or 0) + 1 end
  for reason, count in pairs(counts) do
    local most = common and counts[common] or 0
    if count > most or count == most and reason < common then common = reason end
  end
  return common
end

--- Why most of the books failed that did, or where none did, wait; nil when none does.
function Failures:commonest() return commonest(self.failed) or commonest(self.waiting) end

--- How many books wait for another attempt, and why most of them do.
function Failures:left()
  local count = 0
  for _ in pairs(self.waiting) do count = count + 1 end
  return count, commonest(self.waiting)
end

--- Counts failures: see Failures.
function run_view.failures() return setmetatable({ failed = {}, waiting = {} }, Failures) end

--- Takes an event of mix.jobs.run.
function View:take(event)
  if event.event == "done" then event.success = run_view.succeeded(event) end
  emit(event)
  self.failures:count(event)
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

--- Ends the line.
function View:close()
  if self.meter then self.meter:finish() end
end

--- Shows what came out.
function View:finish(summary)
  if mix.events.enabled() then return end
  if self.json then
    summary.success = run_view.succeeded(summary)
    return print(mix.json.encode(summary))
  end
  local rate = summary.seconds > 0 and summary.processed * 60 / summary.seconds or 0
  local is_narrow = mix.ui.is_terminal() and mix.ui.width() < narrow
  print(("%d enriched, %d uncertain,%s%d not found, %d failed%sin %.1f s (%.0f a minute)"):format(
    summary.enriched, summary.uncertain, is_narrow and "\n" or " ", summary.not_found,
    summary.failed, is_narrow and "\n" or " ", summary.seconds, rate))
end

--- Opens the view. Options: json.
function run_view.open(options)
  return setmetatable({
    json = options.json, done = 0, total = 0, part = 0, failures = run_view.failures(),
  }, View)
end

return run_view
