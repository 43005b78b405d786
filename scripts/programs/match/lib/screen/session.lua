-- The match of the screen: two lists, or a list and a service; how they are read; their run. It
-- belongs to the process: a work continues when its tab is closed, and all tabs show it.

local failure = require("lib.failure")
local lists = require("programs.match.lib.screen.lists")
local progress = require("lib.linking.progress")
local runs = require("lib.linking.runs")
local service_run = require("programs.match.lib.service_run")
local services = require("lib.match_services")
local tables_run = require("lib.linking.tables_run")

local session = {}

local kept_name = "match/screen.json"
-- Rows that are compared at once: the screen shows how far it is, and can be stopped.
local rows_at_once = 500
-- Rows that a service is asked about before they are kept and shown.
local asked_at_once = 4
-- Messages of a run that are shown.
local most_remarks = 5

local function empty() return { maps = { left = {}, right = {} }, remarks = {}, version = 0 } end

-- lists, with ("list" or a service), rules (a name, nil: guessed), maps by side; plan (a run's
-- spec, planned), spec (one that is decided), counts, made (a file), compared (with other rules);
-- work (what is under way), undone (what it decides: {last}), message, remarks.
local current = empty()
local is_restored = false

--- The match as it is.
function session.current() return current end

--- Has all tabs show the match as it is now.
function session.changed()
  current.version = current.version + 1
  mix.events.emit("match")
end

--- Says something; nothing without a text.
function session.say(text, tone, seconds)
  current.message = text and { text = text, tone = tone, seconds = seconds } or nil
end

local labels = { reading = "Reading the lists", comparing = "Comparing the rows" }

progress.show_on({
  problem = function(message)
    if #current.remarks < most_remarks then table.insert(current.remarks, message) end
  end,
  step = function(name, what, done, total)
    local work = current.work
    if not work then return end
    work.label = labels[name] or ("Asking %s"):format(services.title(what))
    work.done, work.total = done, total
    session.changed()
  end,
})

-- Keeps how the lists are read, for a process that comes later.
local function save()
  local paths = {}
  for side, list in pairs(current.lists or {}) do paths[side] = list.path end
  failure.need(mix.fs.write(mix.fs.data(kept_name), mix.json.encode({
    paths = mix.json.object(paths), with = current.with, rules = current.rules,
    left = mix.json.object(current.maps.left), right = mix.json.object(current.maps.right),
    run = current.run, undone = current.undone,
  })))
end

-- Closes the run that is shown; it is continued when it is opened again.
local function close()
  local spec = current.spec
  current.spec = nil
  if spec and spec.run then
    runs.close(spec.run, true)
    spec.run = nil
  end
end

-- Removes the run that is shown, and its decisions by rules.
local function discard()
  close()
  if current.run then runs.discard(current.run) end
  current.run, current.counts, current.made, current.compared = nil, nil, nil, nil
end

-- Runs a work that can be stopped, one at a time. Returns whether it came to its end.
local function run(label, work)
  if current.work then
    session.say("Something is under way: stop it first.", "warning")
    return false
  end
  session.say()
  current.remarks = {}
  current.work = { label = label, done = 0 }
  session.changed()
  -- However it ends.
  local _ <close> = setmetatable({}, { __close = function()
    current.work = nil
    session.changed()
  end })
  local is_done = false
  mix.task.scope(function(scope)
    current.work.task = scope:spawn(function()
      local _, err = failure.caught(work)
      if err then session.say(err.message, "error") end
      return not err
    end)
    local has_ended, err = current.work.task:await()
    if has_ended == nil and err and err.kind == "cancelled" then
      session.say("Stopped. The decided rows are kept, and the others can be continued.", "warning")
    end
    is_done = has_ended == true
  end)
  return is_done
end

--- Ends what is under way.
function session.stop()
  if current.work and current.work.task then current.work.task:cancel() end
end

--- Whether the lists can be matched as they are read.
function session.is_ready() return current.plan ~= nil and current.plan.columns ~= nil end

--- Whether both sides are chosen.
function session.is_chosen()
  local found = current.lists
  return found ~= nil and found.left ~= nil and current.with ~= nil
    and (current.with ~= "list" or found.right ~= nil)
end

-- A spec as the two runs take it.
local function spec_of()
  local found = current.lists
  return {
    command = "match", left = found.left.path, names = lists.names, maps = current.maps,
    right = current.with == "list" and found.right.path or nil,
    with = current.with ~= "list" and current.with or nil, batch = asked_at_once,
    args = { map = {}, rules = current.rules, searches = 3 },
  }
end

local function run_of(spec) return spec.with and service_run or tables_run end

-- Reads how rules read the lists.
local function plan()
  current.plan = nil
  if not session.is_chosen() then return end
  local spec = spec_of()
  local _, err = failure.caught(function() run_of(spec).plan(spec) end)
  -- Of columns that say nothing the user can say something.
  if spec.fields then current.plan = spec end
  if err then
    failure.raise(err.message:gsub("; name one with %-%-map .*$", ". Say below what one holds."),
      err.kind)
  end
end

-- Does a change of what is matched, and reads the lists anew.
local function change(edit)
  return run("Reading the lists", function()
    edit()
    discard()
    current.undone = nil
    save()
    plan()
  end)
end

--- Takes the text of a file as the list of a side.
function session.take(side, text)
  return change(function()
    local list, reason = lists.keep(side, text)
    if not list then failure.raise(reason, "list") end
    current.lists = current.lists or {}
    current.lists[side], current.maps[side] = list, {}
    current.rules = side ~= "left" and current.rules or nil
    if side == "right" then current.with = "list" end
  end)
end

--- Chooses a service, in place of the other list.
function session.choose(service)
  return change(function() current.with, current.rules = service, nil end)
end

--- Sets the rules by name; nil: those that fit the columns.
function session.set_rules(name)
  return change(function() current.rules, current.maps = name, { left = {}, right = {} } end)
end

--- Says what a column holds: a field, false for nothing, nil for what is guessed.
function session.set_column(side, column, field)
  return change(function() current.maps[side][column] = field end)
end

--- Says how far the work under way is.
function session.step(done, total)
  current.work.done, current.work.total = done, total
  session.changed()
end

--- Does a work on the decided run, which can be stopped.
function session.with_run(label, work) run(label, function() work(current) end) end

--- Counts the matches anew, after a decision.
function session.count()
  local file = current.spec.run.file
  local links = file:assign(false)
  current.counts = { rows = file:count("left"), done = tonumber(file:note("done") or 0),
    matched = links, uncertain = file:tally().uncertain }
  session.changed()
end

-- Decides the rows up to `last`, and shows them.
local function decide(last)
  close()
  local spec = spec_of()
  -- A work that is stopped leaves its file open.
  current.opening = spec
  run_of(spec).plan(spec)
  if spec.with then service_run.decide(spec, {}, last)
  else tables_run.decide(spec, last, rows_at_once) end
  current.plan, current.spec, current.opening, current.run = spec, spec, nil, spec.run.id
  session.count()
  save()
end

-- Closes a run that did not come to its end. Returns whether its rows are read.
local function close_opening()
  local spec = current.opening
  current.opening = nil
  if not (spec and spec.run) then return spec ~= nil and spec.state ~= nil end
  local is_read = spec.run.file:note("index") ~= nil
  current.run = spec.run.id
  runs.close(spec.run, true)
  return is_read
end

--- Continues what the end of a process has cut off.
function session.go_on() session.decide(current.undone and current.undone.last) end

--- Leaves what was cut off as it is.
function session.leave()
  current.undone = nil
  save()
  session.changed()
end

--- Matches the rows up to `last`, or all. Of a work that is stopped, or that a service ends, what
--- was decided is shown.
function session.decide(last)
  current.undone = { last = last }
  save()
  local is_done = run("Reading the lists", function() decide(last) end)
  session.leave()
  if is_done then return end
  if close_opening() then
    local said = current.message
    run("Reading what was decided", function() decide(0) end)
    current.message = current.message or said
    session.changed()
  end
end

--- Begins again with other lists; what people decided stays.
function session.forget()
  if current.work then return end
  discard()
  local version = current.version
  current = empty()
  current.version = version
  save()
  session.changed()
end

--- Brings back the lists of a process that has ended.
function session.restore()
  if is_restored then return end
  is_restored = true
  local text = mix.fs.read(mix.fs.data(kept_name))
  local kept = text and mix.json.decode(text)
  if type(kept) ~= "table" or type(kept.paths) ~= "table" then return end
  for side, path in pairs(kept.paths) do
    local list = mix.fs.exists(path) and lists.open(side, path)
    if list then
      current.lists = current.lists or {}
      current.lists[side] = list
    end
  end
  current.with, current.rules, current.run = kept.with, kept.rules, kept.run
  current.undone = kept.undone
  current.maps = { left = kept.left or {}, right = kept.right or {} }
  run("Reading the lists", plan)
end

return session
