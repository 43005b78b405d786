-- A run over tables: its file of rows, keys and decisions, which a stopped run finds again.

local runs = require("lib.linking.runs")

local session = {}

--- Identifies a file's version for a run: its path, and when it was written.
function session.stamp(path)
  local info = path and mix.fs.info(path)
  return info and { mix.fs.absolute(path), info.size, info.modified } or path or ""
end

-- Runs with the same tables, rules and options are the same run.
local function name_of(spec)
  local parts = mix.json.encode({
    spec.command, session.stamp(spec.left), session.stamp(spec.right), spec.rules:stamp(),
    spec.block:stamp(), spec.map, spec.options, 3,
  })
  return ("%s/%s.sqlite"):format(runs.folder, mix.crypto.sha256(parts):sub(1, 24))
end

--- Opens the run of `spec`: command, left and right (paths), rules, block, map, options (those that
--- change the result), fresh (start anew). Returns the run and whether it continues.
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
  -- For lists of kept runs.
  file:set_note("command", spec.command)
  file:set_note("tables", spec.left .. (spec.right and " " .. spec.right or ""))
  return { file = file, lock = lock, path = path }, file:note("index") ~= nil
end

--- Tells the user where a kept run continues, or that all its rows are decided.
function session.note_kept(file)
  local done, rows = tonumber(file:note("done") or 0), file:count("left")
  if done >= rows then
    mix.ui.note("using the decisions of an earlier run; --fresh decides again")
  elseif done > 0 then
    mix.ui.note(("continuing the stopped run from row %d"):format(done + 1))
  end
end

--- Ends a run; `keep`: whether its decisions are needed later.
function session.close(run, keep)
  if keep then run.file:close() else run.file:remove() end
  run.lock:release()
end

return session
