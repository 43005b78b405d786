-- The writes, build by build: a record each, kept from before its first request on, with what
-- was in the playlist and what was to be done. So each can be resumed and undone.

local changed = require("lib.changed")
local journal = require("lib.journal")

local builds = journal.of({ records = "builds", owner = "account", pieces = "build_items",
  of = "build" })

-- The records of an account that are kept; those that wait for the user stay.
local most_kept = 100
-- Addresses in one record; 100 items are one request.
local piece = 1000

-- The record without its items, which have records of their own.
local function record_of(build)
  return changed(build, { steps = false, before = false, kept = true })
end

local function pieces_of(build)
  local rows = {}
  local function add(kind, row)
    row.id = ("%s/%s/%05d"):format(build.id, kind, #rows)
    row.build, row.kind = build.id, kind
    rows[#rows + 1] = row
  end
  for first = 1, #build.before, piece do
    local last = math.min(#build.before, first + piece - 1)
    add("before", { uris = mix.json.array(table.move(build.before, first, last, 1, {})) })
  end
  for _, step in ipairs(build.steps) do
    add("step", { write = step.write, uris = step.uris, position = step.position })
  end
  return rows
end

-- Takes out what is older than the newest ones.
local function prune(account)
  for place, record in ipairs(builds.list(account)) do
    if place > most_kept and not journal.unfinished[record.state] then builds.forget(record.id) end
  end
end

--- Keeps a build: the whole of it at first, its record later.
function builds.save(build)
  if build.kept then return builds.put(record_of(build)) end
  builds.put_whole(record_of(build), pieces_of(build), function() prune(build.account) end)
  build.kept = true
end

--- The build of a record, with what was in the playlist and the steps.
function builds.whole(record)
  local build = {}
  for name, value in pairs(record) do
    if value ~= mix.json.null then build[name] = value end
  end
  build.before, build.steps = mix.json.array({}), mix.json.array({})
  for _, row in ipairs(builds.pieces(record.id)) do
    if row.kind == "before" then
      table.move(row.uris, 1, #row.uris, #build.before + 1, build.before)
    else
      build.steps[#build.steps + 1] = {
        write = row.write, uris = row.uris, position = row.position,
      }
    end
  end
  return build
end

--- The newest record that changed the playlist of a build after it; nil when there is none.
function builds.after(build)
  local found = build.account and builds.newest(build.account, function(record)
    return record.id == build.id or record.playlist == build.playlist and record.state == "done"
  end)
  return found and found.id ~= build.id and found or nil
end

return builds
