-- Shows and removes the kept runs of match, link and dedupe, which can be continued.

local runs = {}

--- The folder of the runs, below mixhost's data folder.
runs.folder = "linking"

local lock_of = "%s/%s.sqlite.lock"

-- Reads a run that no process uses; returns {locked} for the others.
local function read(id)
  local lock, taken = mix.fs.lock(lock_of:format(runs.folder, id), "runs")
  if not lock then return { id = id, under_way = true, command = taken.note } end
  local path = mix.fs.data(("%s/%s.sqlite"):format(runs.folder, id))
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
  lock:release()
  return run
end

--- Returns the kept runs, the last changed ones first.
function runs.list()
  local found = {}
  for _, name in ipairs(mix.fs.list(mix.fs.data(runs.folder)) or {}) do
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
  if not run.is_read then return ("reading, %d rows"):format(run.rows) end
  if run.done < run.rows then return ("%d of %d rows"):format(run.done, run.rows) end
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
    mix.ui.fail(("--clear-runs: %s run has an ID that begins with \"%s\"; --runs lists them")
      :format(#found == 0 and "no" or "more than one", id), 2)
  end
  return found
end

local function remove(run)
  local lock, taken = mix.fs.lock(lock_of:format(runs.folder, run.id), "clear")
  if not lock then return nil, taken.message end
  local file, err = mix.link.open(mix.fs.data(("%s/%s.sqlite"):format(runs.folder, run.id)))
  if file then file:remove() end
  lock:release()
  return file ~= nil, err and err.message
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
