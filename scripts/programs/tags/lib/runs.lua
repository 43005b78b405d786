-- The writes: a run for each `write`, a record for each file, and what leads back from it.

local journal = require("lib.journal")

local runs = journal.of({ records = "runs", owner = "plan", pieces = "writes", of = "run" })
local writes = journal.of({ records = "writes", owner = "run", pieces = "undos", of = "write" })

-- A record has 1 MB at most.
local piece = 700000

--- Begins a run over a folder.
function runs.begin(plan, root)
  local run = { id = runs.new_id(), plan = plan, root = root, started = mix.time.now(),
    state = "writing" }
  runs.put(run)
  return run
end

--- Keeps what is about to be written to a file, with what leads back, in one step: whatever happens
-- afterwards, the way back is known. Returns the record.
function runs.prepare(run, file, undo)
  local write = { id = run.id .. "/" .. mix.crypto.sha256(file.path):sub(1, 24), run = run.id,
    path = file.path, state = "writing", changes = file.changes, size = file.size,
    modified = file.modified, plan = file.plan }
  local pieces = {}
  for first = 1, #undo, piece do
    pieces[#pieces + 1] = { id = ("%s/%05d"):format(write.id, #pieces), write = write.id,
      text = undo:sub(first, first + piece - 1) }
  end
  writes.put_whole(write, pieces)
  return write
end

--- Keeps the record of a write.
runs.put_write = writes.put

--- The writes of a run, in the order of the paths.
function runs.writes(id)
  local list = runs.pieces(id)
  table.sort(list, function(a, b) return a.path < b.path end)
  return list
end

--- The way back from a write.
function runs.undo_text(write)
  local parts = {}
  for place, row in ipairs(writes.pieces(write.id)) do parts[place] = row.text end
  return table.concat(parts)
end

return runs
