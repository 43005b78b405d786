-- Plans: one for each folder, with a record for each of its files.

local chosen_rules = require("lib.chosen_rules")
local need = require("lib.need")

local plans = {}

local page = 5000

local function open() return mix.store.open("plans"), mix.store.open("files") end

--- The identifier of a folder's plan.
function plans.id(root) return mix.crypto.sha256(root):sub(1, 16) end

--- The plan of a folder; nil: none.
function plans.get(root)
  local records = open()
  return records:get(plans.id(root))
end

--- All plans, the newest first.
function plans.list()
  local records = open()
  return records:find({ order = "planned", descending = true, limit = 1000 })
end

--- Keeps a plan.
function plans.put(plan)
  local records = open()
  need(records:put(plan))
end

--- The rules that a plan was made with; ends the script where they are gone.
function plans.rules(plan)
  return chosen_rules("match/tracks", plan.rules:match("[^/]*$"),
    ("the plan of %s (plan --match-rules NAME makes another one)"):format(plan.root))
end

--- The files of a plan, in the order of their paths.
function plans.files(id)
  local _, files = open()
  local list = {}
  for file in files:each({ plan = id }) do list[#list + 1] = file end
  table.sort(list, function(a, b) return a.path < b.path end)
  return list
end

--- The identifier of a file's record.
function plans.file_id(id, path) return id .. "/" .. mix.crypto.sha256(path):sub(1, 24) end

--- The record of one file; nil: none.
function plans.file(id, path)
  local _, files = open()
  return files:get(plans.file_id(id, path))
end

--- The record by its own identifier; nil: none.
function plans.file_by_id(id)
  local _, files = open()
  return files:get(id)
end

--- Keeps records of files.
function plans.put_files(list)
  local _, files = open()
  for first = 1, #list, page do
    need(files:put(table.move(list, first, math.min(#list, first + page - 1), 1, {})))
  end
end

--- Forgets the records of files that are gone. `paths`: a set of those that are there.
function plans.forget_others(id, paths)
  local _, files = open()
  for _, file in ipairs(plans.files(id)) do
    if not paths[file.path] then files:delete(file.id) end
  end
end

--- The albums of a plan, in the order of their folders.
function plans.albums(id)
  local list = {}
  for album in mix.store.open("albums"):each({ plan = id }) do list[#list + 1] = album end
  table.sort(list, function(a, b)
    if a.folder ~= b.folder then return a.folder < b.folder end
    return a.id < b.id
  end)
  return list
end

--- The identifier of an album of a plan.
function plans.album_id(id, album)
  return plans.file_id(id, album.folder .. "\0" .. (album.title or ""))
end

--- Keeps an album.
function plans.put_album(album) need(mix.store.open("albums"):put(album)) end

--- Forgets the albums that no file of a plan is of any more. `files`: all of them.
function plans.forget_albums(id, files)
  local of_file = {}
  for _, file in ipairs(files) do of_file[file.album or ""] = true end
  local records = mix.store.open("albums")
  for _, album in ipairs(plans.albums(id)) do
    if not of_file[album.id] then records:delete(album.id) end
  end
end

--- How many files have each status.
function plans.counts(list)
  local counts = { total = #list, matched = 0, uncertain = 0, none = 0, same = 0, damaged = 0,
    failed = 0, written = 0, rejected = 0 }
  for _, file in ipairs(list) do counts[file.status] = counts[file.status] + 1 end
  return counts
end

return plans
