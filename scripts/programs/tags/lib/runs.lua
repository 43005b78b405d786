-- The writes: a run for each `write`, a record for each file, and what leads back from it.

local need = require("lib.need")

local runs = {}

-- A record has 1 MB at most.
local piece = 700000
local letters = "abcdefghijkmnpqrstuvwxyz23456789"

local function collections()
  return mix.store.open("runs"), mix.store.open("writes"), mix.store.open("undos")
end

local function new_id(records)
  while true do
    local id = mix.crypto.random_bytes(6):gsub(".", function(byte)
      local place = byte:byte() % #letters + 1
      return letters:sub(place, place)
    end)
    if not records:get(id) then return id end
  end
end

--- Begins a run over a folder.
function runs.begin(plan, root)
  local records = collections()
  local run = { id = new_id(records), plan = plan, root = root, started = mix.time.now(),
    state = "writing" }
  need(records:put(run))
  return run
end

--- Keeps a run's record.
function runs.put(run)
  local records = collections()
  need(records:put(run))
end

--- Takes out the record of a run, which wrote nothing.
function runs.forget(run)
  local records = collections()
  need(records:delete(run.id))
end

--- The runs over a folder, or all, the newest first.
function runs.list(plan)
  local records = collections()
  return records:find({ plan = plan, order = "started", descending = true, limit = 1000 })
end

--- A run by its identifier; nil: none.
function runs.get(id)
  local records = collections()
  return records:get(id)
end

--- Keeps what is about to be written to a file, with what leads back, in one step: whatever happens
-- afterwards, the way back is known. Returns the record.
function runs.prepare(run, file, undo)
  local _, writes, undos = collections()
  local write = { id = run.id .. "/" .. mix.crypto.sha256(file.path):sub(1, 24), run = run.id,
    path = file.path, state = "writing", changes = file.changes, size = file.size,
    modified = file.modified, plan = file.plan }
  local pieces = {}
  for first = 1, #undo, piece do
    pieces[#pieces + 1] = { id = ("%s/%05d"):format(write.id, #pieces), write = write.id,
      text = undo:sub(first, first + piece - 1) }
  end
  need(mix.store.transaction(function()
    need(undos:put(pieces))
    need(writes:put(write))
    return true
  end))
  return write
end

--- Keeps the record of a write.
function runs.put_write(write)
  local _, writes = collections()
  need(writes:put(write))
end

--- The writes of a run, in the order of the paths.
function runs.writes(id)
  local _, writes = collections()
  local list = {}
  for write in writes:each({ run = id }) do list[#list + 1] = write end
  table.sort(list, function(a, b) return a.path < b.path end)
  return list
end

--- The way back from a write.
function runs.undo_text(write)
  local _, _, undos = collections()
  local rows, parts = undos:find({ write = write.id, limit = 10000 }), {}
  table.sort(rows, function(a, b) return a.id < b.id end)
  for place, row in ipairs(rows) do parts[place] = row.text end
  return table.concat(parts)
end

return runs
