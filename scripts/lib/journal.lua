-- The journal of a program that writes: a record for each run, stored before its first write, and
-- pieces of a run that do not fit a record. It lets a stopped run be resumed, and a finished run be
-- undone.

local failure = require("lib.failure")

local journal = {}

local need = failure.need

-- Letters of identifiers, without those that look alike.
local letters = "23456789abcdefghjkmnpqrstuvwxyz"

--- States of a run that was stopped before its end.
journal.unfinished = { writing = true, undoing = true }

--- Makes a journal of two collections of the program. `spec`: records (the collection of runs),
--- owner (their field with the owner), pieces (the collection of runs' pieces), of (their field
--- with the run). Failures of the store are raised.
---
--- ```lua
--- local builds = journal.of({ records = "builds", owner = "account",
---   pieces = "build_items", of = "build" })
--- ```
function journal.of(spec)
  local kept = {}

  local function open() return mix.store.open(spec.records), mix.store.open(spec.pieces) end

  --- Returns a new identifier that is short enough to type.
  function kept.new_id()
    local records = open()
    while true do
      local id = mix.crypto.random_bytes(6):gsub(".", function(byte)
        local place = byte:byte() % #letters + 1
        return letters:sub(place, place)
      end)
      if not records:get(id) then return id end
    end
  end

  --- Stores a record.
  function kept.put(record)
    local records = open()
    need(records:put(record))
  end

  --- Stores a record with its pieces, all or nothing. `before` runs in the same transaction.
  function kept.put_whole(record, rows, before)
    local records, pieces = open()
    need(mix.store.transaction(function()
      if before then before() end
      if #rows > 0 then need(pieces:put(rows)) end
      need(records:put(record))
      return true
    end))
  end

  --- Returns the record with an identifier; nil when there is none.
  function kept.get(id)
    local records = open()
    return records:get(id)
  end

  --- Returns the records of an owner, the newest first; those of all owners without one.
  function kept.list(owner)
    local records = open()
    return records:find({ [spec.owner] = owner, order = "started", descending = true,
      limit = 10000 })
  end

  --- Returns the newest record of an owner that a function accepts; nil when there is none.
  function kept.newest(owner, accepts)
    for _, record in ipairs(kept.list(owner)) do
      if accepts(record) then return record end
    end
  end

  --- Returns the newest unfinished record of an owner; nil when all have ended.
  function kept.left(owner)
    return kept.newest(owner, function(record) return journal.unfinished[record.state] end)
  end

  --- Returns the pieces of a record, in the order of their identifiers.
  function kept.pieces(id)
    local _, pieces = open()
    local rows = {}
    for row in pieces:each({ [spec.of] = id }) do rows[#rows + 1] = row end
    table.sort(rows, function(a, b) return a.id < b.id end)
    return rows
  end

  --- Removes a record with its pieces.
  function kept.forget(id)
    local records, pieces = open()
    for _, row in ipairs(kept.pieces(id)) do need(pieces:delete(row.id)) end
    need(records:delete(id))
  end

  return kept
end

return journal
