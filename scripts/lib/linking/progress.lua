-- Shows a run's progress and its failures: lines on a terminal and events (--events) for programs,
-- or what a screen shows.

local failure = require("lib.failure")

local progress = { emit = mix.events.emit }

-- Seconds between two events of a stage; its beginning and its end always have one.
local interval = 1

-- Whether events are emitted; other commands that read tables emit none.
local is_told = false

-- The screen that shows runs; nil: the terminal does.
local face

--- Has a screen show runs: `problem(message)` gets mistakes in the input, `step(name, what, done,
--- total)` how far a stage is. Failures are then errors, which the screen catches.
function progress.show_on(screen) face = screen end

--- Ends the run for what its user can mend. `code`: the exit code, as of mix.ui.fail.
function progress.fail(message, code)
  if face then failure.raise(message, "run") end
  mix.ui.fail(message, code)
end

--- Returns the value of a call that may return nil and an error; ends the run with that error.
function progress.need(value, err)
  if value == nil then progress.fail(err.message, 1) end
  return value
end

--- Says something about a run that goes well.
function progress.note(message)
  if not face then mix.ui.note(message) end
end

--- Begins a run's events. `fields`: describe the run.
function progress.started(fields)
  is_told = true
  progress.emit("started", fields)
end

--- Ends a run's events with the document of --json.
function progress.done(summary)
  if is_told then progress.emit("done", summary) end
  is_told = false
end

--- Ends the events of a run that a service's failure stopped. `fields`: message, row, done.
function progress.stopped(fields)
  if is_told then progress.emit("stopped", fields) end
  is_told = false
end

--- Reports a mistake in the input that does not end the run.
function progress.problem(message)
  if face then return face.problem(message) end
  mix.ui.problem(message)
  if is_told then progress.emit("warning", { message = message }) end
end

local Stage = {}
Stage.__index = Stage

function Stage:tell()
  self.told_at = self.clock()
  if face then return face.step(self.name, self.what, self.count, self.total) end
  if not is_told then return end
  progress.emit("progress", {
    stage = self.name, what = self.what, done = self.count, total = self.total,
  })
end

--- Adds to the count.
function Stage:step(count)
  self.count = self.count + count
  if self.line then self.line:step(count) end
  if self.clock() - self.told_at >= interval then self:tell() end
end

--- Ends the stage.
function Stage:finish()
  if self.line then self.line:finish() end
  self:tell()
end

--- Begins a stage: `name` (reading, comparing, asking), `what` is read or asked, `options`: total,
--- done (before), label (of the line; default: the name), clock (seconds; default:
--- mix.time.monotonic).
function progress.stage(name, what, options)
  -- On a terminal, events would be written into the line.
  local line = not face and not (mix.events.enabled() and mix.ui.is_terminal())
    and mix.ui.progress(options.total or 0, options.label or name)
  local stage = setmetatable({
    name = name, what = what, count = options.done or 0, total = options.total, line = line,
    clock = options.clock or mix.time.monotonic,
  }, Stage)
  if line and stage.count > 0 then line:step(stage.count) end
  stage:tell()
  return stage
end

return progress
