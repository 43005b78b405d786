-- The runs of match, link and dedupe: a file each, of rows, keys and decisions. One that was
-- stopped is found again; those that are kept are shown and removed.

local counted = require("lib.counted")
local progress = require("lib.linking.progress")

local runs = {}

-- Below mixhost's data folder.
local file_of, lock_of = "linking/%s.sqlite", "linking/%s.sqlite.lock"

local function path_of(id) return mix.fs.data(file_of:format(id)) end

local function lock(id, what) return mix.fs.lock(lock_of:format(id), what) end

--- A file as part of what makes a run the same: where it is, and when it was written.
function runs.stamp(path)
  local info = path and mix.fs.info(path)
  return info and { mix.fs.absolute(path), info.size, info.modified } or path or ""
end

-- The same tables, rules and options are the same run; in another slot it is one beside it.
local function id_of(spec, slot)
  local parts = mix.json.encode({
    spec.command, runs.stamp(spec.left), runs.stamp(spec.right), spec.rules:stamp(),
    spec.block:stamp(), spec.map, spec.options, 4, slot > 1 and slot or nil,
  })
  return mix.crypto.sha256(parts):sub(1, 24)
end

--- Opens the run of `spec`: command, left and right (paths), rules, block, map, options (what
-- changes the result), fresh (from the beginning), slots (how many of it may be under way; default
-- 1). Returns its file and whether it continues.
function runs.open(spec)
  local id, held, taken
  for slot = 1, spec.slots or 1 do
    id = id_of(spec, slot)
    held, taken = lock(id, spec.command)
    if held then break end
  end
  if not held then
    local is_taken = taken.kind == "locked"
    progress.fail(is_taken and ("the same run is under way: %s; wait until it has ended"):format(
      taken.message) or taken.message, 1)
  end
  local function opened() return progress.need(mix.link.open(path_of(id))) end
  local file = opened()
  if spec.fresh then
    file:remove()
    file = opened()
  end
  -- For whoever lists the runs that are kept.
  file:set_note("command", spec.command)
  file:set_note("tables", spec.left .. (spec.right and " " .. spec.right or ""))
  local run = { file = file, lock = held, id = id, left = spec.left,
    stamp = mix.json.encode(runs.stamp(spec.left)) }
  return run, file:note("index") ~= nil
end

--- Ends the script where the left table was changed since the run began: its rows are not those
--- that were decided.
function runs.check(run)
  if mix.json.encode(runs.stamp(run.left)) == run.stamp then return end
  progress.fail(("%s was changed during the run, so nothing was written: run the command again for "
    .. "the table as it is now"):format(run.left), 1)
end

--- Says where a kept run continues; of one whose rows are all decided, that they are.
function runs.note_kept(file)
  local done, rows = tonumber(file:note("done") or 0), file:count("left")
  if done >= rows then
    progress.note("using the decisions of an earlier run; --fresh decides again")
  elseif done > 0 then
    progress.note(("continuing the stopped run from row %d"):format(done + 1))
  end
end

--- Ends a run; `keep`: its decisions are wanted again.
function runs.close(run, keep)
  if keep then run.file:close() else run.file:remove() end
  run.lock:release()
end

-- Reads a run that no process uses; returns {id, under_way, command} of the others, and
-- {id, problem} of one that cannot be locked.
local function read(id)
  local held, taken = lock(id, "runs")
  if not held then
    if taken.kind ~= "locked" then return { id = id, problem = taken.message } end
    return { id = id, under_way = true, command = taken.note }
  end
  local path = path_of(id)
  local info = mix.fs.info(path)
  local file, err = mix.link.open(path)
  local run = { id = id, bytes = info and info.size, changed = info and info.modified }
  if file then
    run.command, run.tables = file:note("command"), file:note("tables")
    run.rows, run.done = file:count("left"), tonumber(file:note("done") or 0)
    run.uncertain, run.is_read = file:tally().uncertain, file:note("index") ~= nil
    file:close()
  else
    run.problem = err.message
  end
  held:release()
  return run
end

--- Returns the kept runs, the last changed ones first.
function runs.list()
  local found = {}
  for _, name in ipairs(mix.fs.list(mix.fs.data("linking")) or {}) do
    local id = name:match("^(%x+)%.sqlite$")
    if id then found[#found + 1] = read(id) end
  end
  table.sort(found, function(a, b)
    local first, second = a.changed or math.huge, b.changed or math.huge
    if first ~= second then return first > second end
    return a.id < b.id
  end)
  return found
end

local function state_of(run)
  if run.under_way then return "under way" end
  if run.problem then return "cannot be read" end
  if not run.is_read then return "reading, " .. counted(run.rows, "row") end
  if run.done < run.rows then return ("%d of %s"):format(run.done, counted(run.rows, "row")) end
  return run.uncertain > 0 and ("%d uncertain"):format(run.uncertain) or "done"
end

-- Narrower terminals show only the most important columns.
local least_width = 90

local function megabytes(bytes) return bytes and ("%.1f MB"):format(bytes / 1e6) or "" end

--- Prints the kept runs. Returns the exit code.
function runs.show(as_json)
  local found = runs.list()
  if as_json then
    print(mix.json.encode(mix.json.array(found), { pretty = true }))
    return 0
  end
  if #found == 0 then
    mix.ui.note("no runs are kept")
    return 0
  end
  local rows = {}
  for place, run in ipairs(found) do
    rows[place] = {
      id = run.id, command = run.command or "", state = state_of(run),
      changed = run.changed and os.date("%Y-%m-%d %H:%M", math.floor(run.changed)) or "",
      size = megabytes(run.bytes), tables = run.tables or "",
    }
  end
  if mix.ui.is_terminal() and mix.ui.width() < least_width then
    -- --clear-runs accepts the beginning of an ID.
    for _, row in ipairs(rows) do row.id = row.id:sub(1, 8) end
    mix.ui.table(rows, { columns = { { key = "id" }, { key = "state" }, { key = "tables" } } })
    return 0
  end
  mix.ui.table(rows, { columns = {
    { key = "id" }, { key = "command" }, { key = "state" }, { key = "changed" },
    { key = "size", align = "right" }, { key = "tables" },
  } })
  return 0
end

-- The runs whose ID begins with a text.
local function chosen(id)
  local found = {}
  for _, run in ipairs(runs.list()) do
    if id == "all" or run.id:sub(1, #id) == id then found[#found + 1] = run end
  end
  if id ~= "all" and #found ~= 1 then
    progress.fail(("--clear-runs: %s run has an ID that begins with \"%s\"; --runs lists them")
      :format(#found == 0 and "no" or "more than one", id), 2)
  end
  return found
end

local function remove(run)
  local held, taken = lock(run.id, "clear")
  if not held then return nil, taken.message end
  local file, err = mix.link.open(path_of(run.id))
  if file then file:remove() end
  held:release()
  return file ~= nil, err and err.message
end

--- Removes a run by its ID, unless a process uses it.
function runs.discard(id) remove({ id = id }) end

--- Removes the runs that no process uses, so that they start over.
function runs.restart()
  for _, run in ipairs(runs.list()) do remove(run) end
end

--- Removes a run, or all of them, except those in use. Returns the exit code.
function runs.clear(id, as_json)
  local counts = { removed = 0, kept = 0, bytes = 0 }
  for _, run in ipairs(chosen(id)) do
    local ok, reason = remove(run)
    if ok then
      counts.removed, counts.bytes = counts.removed + 1, counts.bytes + (run.bytes or 0)
    else
      counts.kept = counts.kept + 1
      mix.ui.problem(("run %s stays: %s"):format(run.id, reason))
    end
  end
  if as_json then
    print(mix.json.encode(counts, { pretty = true }))
  else
    print(("%d removed, %s"):format(counts.removed, megabytes(counts.bytes)))
  end
  return counts.kept > 0 and 1 or 0
end

return runs
