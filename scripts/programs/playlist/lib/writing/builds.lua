-- The writes, build by build: a record each, kept from before its first request on, with what
-- was in the playlist and what was to be done. So each can be resumed and undone.

local failures = require("programs.playlist.lib.failures")

local builds = {}

-- The records of an account that are kept; those that wait for the user stay.
local most_kept = 100
-- Addresses in one record; 100 items are one request.
local piece = 1000
-- Without those that look alike.
local letters = "23456789abcdefghjkmnpqrstuvwxyz"

local need = failures.need

local function open()
  return mix.store.open("builds"), mix.store.open("build_items")
end

--- States of a build that was left before its end.
builds.unfinished = { writing = true, undoing = true }

--- An identifier that no build has.
function builds.new_id()
  local records = open()
  while true do
    local id = mix.crypto.random_bytes(6):gsub(".", function(byte)
      local place = byte:byte() % #letters + 1
      return letters:sub(place, place)
    end)
    if not records:get(id) then return id end
  end
end

-- The record without its items, which have records of their own.
local function record_of(journal)
  local record = {}
  for name, value in pairs(journal) do record[name] = value end
  record.steps, record.before = nil, nil
  record.kept = true
  return record
end

local function pieces_of(journal)
  local rows = {}
  local function add(kind, row)
    row.id = ("%s/%s/%05d"):format(journal.id, kind, #rows)
    row.build, row.kind = journal.id, kind
    rows[#rows + 1] = row
  end
  for first = 1, #journal.before, piece do
    local last = math.min(#journal.before, first + piece - 1)
    add("before", { uris = mix.json.array(table.move(journal.before, first, last, 1, {})) })
  end
  for _, step in ipairs(journal.steps) do
    add("step", { write = step.write, uris = step.uris, position = step.position })
  end
  return rows
end

-- Takes out what is older than the newest ones.
local function prune(records, items, account)
  local old = records:find({ account = account, order = "started", descending = true,
    limit = 10000 })
  for place = most_kept + 1, #old do
    local id = old[place].id
    if not builds.unfinished[old[place].state] then
      for _, row in ipairs(items:find({ build = id, limit = 10000 })) do items:delete(row.id) end
      records:delete(id)
    end
  end
end

--- Keeps a journal: the whole of it at first, its record later.
function builds.save(journal)
  local records, items = open()
  if journal.kept then
    need(records:put(record_of(journal)))
    return
  end
  local record, rows = record_of(journal), pieces_of(journal)
  need(mix.store.transaction(function()
    prune(records, items, journal.account)
    if #rows > 0 then need(items:put(rows)) end
    need(records:put(record))
    return true
  end))
  journal.kept = true
end

--- The journal of a record, with what was in the playlist and the steps.
function builds.whole(record)
  local _, items = open()
  local journal = {}
  for name, value in pairs(record) do
    if value ~= mix.json.null then journal[name] = value end
  end
  journal.before, journal.steps = mix.json.array({}), mix.json.array({})
  for _, row in ipairs(items:find({ build = record.id, limit = 10000 })) do
    if row.kind == "before" then
      table.move(row.uris, 1, #row.uris, #journal.before + 1, journal.before)
    else
      journal.steps[#journal.steps + 1] = {
        write = row.write, uris = row.uris, position = row.position,
      }
    end
  end
  return journal
end

--- The records of an account, the newest first; of all accounts without one.
function builds.list(account)
  local records = open()
  return records:find({ account = account, order = "started", descending = true, limit = 10000 })
end

--- The record of an identifier; nil when there is none.
function builds.get(id)
  local records = open()
  return records:get(id)
end

--- The newest record of an account that was left before its end; nil when all have ended.
function builds.left(account)
  for _, record in ipairs(builds.list(account)) do
    if builds.unfinished[record.state] then return record end
  end
end

--- The newest record that changed the playlist of a journal after it; nil when there is none.
function builds.after(journal)
  for _, record in ipairs(journal.account and builds.list(journal.account) or {}) do
    if record.id == journal.id then return nil end
    if record.playlist == journal.playlist and record.state == "done" then return record end
  end
end

return builds
