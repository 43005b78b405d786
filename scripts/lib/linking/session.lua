-- One run over tables: its file of rows, keys and decisions, found again when the run was stopped.

local runs = require("lib.linking.runs")

local session = {}

--- A file as part of what makes a run the same: where it is, and when it was written.
function session.stamp(path)
  local info = path and mix.fs.info(path)
  return info and { mix.fs.absolute(path), info.size, info.modified } or path or ""
end

-- The same tables, rules and options are the same run.
local function name_of(spec)
  local parts = mix.json.encode({
    spec.command, session.stamp(spec.left), session.stamp(spec.right), spec.rules:stamp(),
    spec.block:stamp(), spec.map, spec.options, 3,
  })
  return ("%s/%s.sqlite"):format(runs.folder, mix.crypto.sha256(parts):sub(1, 24))
end

--- Opens the run of `spec`: command, left and right (paths), rules, block, map, options (what
-- changes the result), fresh (from the beginning). Returns its file and whether it continues.
function session.open(spec)
  local name = name_of(spec)
  local lock, taken = mix.fs.lock(name .. ".lock", spec.command)
  if not lock then mix.ui.fail(("the same run is under way: %s"):format(taken.message), 1) end
  local path = mix.fs.data(name)
  local function opened()
    local file, err = mix.link.open(path)
    if not file then mix.ui.fail(err.message, 1) end
    return file
  end
  local file = opened()
  if spec.fresh then
    file:remove()
    file = opened()
  end
  -- For whoever lists the runs that are kept.
  file:set_note("command", spec.command)
  file:set_note("tables", spec.left .. (spec.right and " " .. spec.right or ""))
  return { file = file, lock = lock, path = path }, file:note("index") ~= nil
end

--- Says where a kept run continues; of one whose rows are all decided, that they are.
function session.note_kept(file)
  local done, rows = tonumber(file:note("done") or 0), file:count("left")
  if done >= rows then
    mix.ui.note("using the decisions of an earlier run; --fresh decides again")
  elseif done > 0 then
    mix.ui.note(("continuing the stopped run from row %d"):format(done + 1))
  end
end

--- Ends a run; `keep`: its decisions are wanted again.
function session.close(run, keep)
  if keep then run.file:close() else run.file:remove() end
  run.lock:release()
end

return session
