-- Covers as files of a folder: NUMBER-TITLE.jpg. Existing files are left, so that a run that was
-- stopped continues where it ended.

local covers = require("programs.books.lib.covers")
local cut_text = require("lib.cut_text")
local failure = require("lib.failure")

local cover_files = {}

local at_once = 4
-- After this many unreachable covers in a row the others are not tried.
local most_unreached = 5
local longest_name = 60

--- The name of a book's cover without its ending.
function cover_files.name(work)
  local title = cut_text(mix.text.slug(work.title), longest_name):gsub("%-+$", "")
  return title ~= "" and ("%d-%s"):format(work.id, title) or tostring(work.id)
end

--- The endings of a folder's images by their names without them.
function cover_files.endings(folder)
  local known = {}
  for _, name in ipairs(mix.fs.exists(folder) and assert(mix.fs.list(folder)) or {}) do
    local base, ending = name:match("^(.*)%.(%a+)$")
    if ending == "jpg" or ending == "png" or ending == "gif" or ending == "webp" then
      known[base] = ending
    end
  end
  return known
end

local function wanted_in(folder, counts)
  local known, list = cover_files.endings(folder), {}
  for work in mix.library.list({ kind = "book" }) do
    local name = work.cover and cover_files.name(work)
    if name and known[name] then
      counts.there = counts.there + 1
    elseif name then
      list[#list + 1] = { path = folder .. "/" .. name, address = work.cover }
    end
  end
  return list
end

local function save_one(item, counts)
  local bytes, kind, err = covers.bring(item.address)
  if bytes then
    -- Replaced as a whole: nobody sees half an image.
    local _, problem = failure.caught(mix.fs.write, item.path .. "." .. kind, bytes)
    if problem then mix.ui.fail(problem.message) end
    counts.saved, counts.unreached = counts.saved + 1, 0
    return
  end
  counts.failed = counts.failed + 1
  counts.reason = counts.reason or ("%s (%s)"):format(kind, item.address)
  counts.unreached = failure.is_network(err) and counts.unreached + 1 or 0
end

--- Saves the covers of all books. Returns {saved, there, failed, reason}.
function cover_files.save(folder)
  folder = folder:gsub("(.)/+$", "%1")
  local counts = { saved = 0, there = 0, failed = 0, unreached = 0 }
  local list = wanted_in(folder, counts)
  if #list > 0 then
    local meter = mix.ui.progress(#list, "Covers", { percent = true })
    mix.task.map(list, { limit = at_once }, function(item)
      if counts.unreached < most_unreached then
        save_one(item, counts)
      else
        counts.failed = counts.failed + 1
      end
      meter:step(1)
    end)
    meter:finish()
  end
  counts.unreached = nil
  return counts
end

--- Says what became of the covers.
function cover_files.report(folder, counts)
  mix.ui.note(("%d covers saved in %s%s"):format(counts.saved, folder,
    counts.there > 0 and (", %d there already"):format(counts.there) or ""))
  if counts.failed > 0 then
    mix.ui.problem(("%d covers could not be saved: %s; the same command tries them again"):format(
      counts.failed, counts.reason))
  end
end

return cover_files
