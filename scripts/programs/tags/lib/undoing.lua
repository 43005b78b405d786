-- Puts back what a run wrote.

local failure = require("lib.failure")
local moved = require("programs.tags.lib.moved")
local plans = require("programs.tags.lib.plans")
local runs = require("programs.tags.lib.runs")

local undoing = {}

-- The values of a file before the run, for those fields that still have what it wrote.
local function old_values(write, tags)
  local back, count = {}, 0
  for _, change in ipairs(write.changes) do
    local now = tags[change.key] or {}
    if #now == 1 and now[1] == change.new[1] then
      back[change.key] = #change.old > 0 and change.old or false
      count = count + 1
    end
  end
  return back, count
end

-- For files that another program has changed since: their values alone.
local function put_back_values(path, write)
  local file, err = mix.tags.read(path)
  if not file then return nil, err.message end
  local back, count = old_values(write, file.tags)
  if count == 0 then return nil, ("%s: none of its values is what was written"):format(path) end
  local draft
  draft, err = mix.tags.prepare(path, back)
  if not draft then return nil, err.message end
  local done
  done, err = draft:finish()
  if not done then return nil, err.message end
  return "values"
end

-- A write that was killed before its end left the file as it was.
local function is_untouched(path, write)
  local info = mix.fs.info(path)
  return write.state ~= "done" and info and info.size == write.size
    and info.modified == write.modified
end

-- An undo that was killed between a file and its note, or a user, put the file back already: its
-- size and audio data are those of before, and so is each value.
local function is_back(path, write)
  local info, file = mix.fs.info(path), mix.tags.read(path)
  if not info or not file or info.size ~= write.size or not write.audio then return false end
  for _, change in ipairs(write.changes) do
    local now = file.tags[change.key] or {}
    if table.concat(now, "\0") ~= table.concat(change.old, "\0") then return false end
  end
  return mix.tags.audio(path) == write.audio
end

-- Puts back one file, wherever it is below the folder. Returns how, and its path; nil and an error.
local function put_back(root, write, find, force)
  local path = root .. "/" .. write.path
  if is_untouched(path, write) then return "untouched", path end
  local done, err = mix.tags.restore(path, runs.undo_text(write))
  if not done and (err.kind == "changed" or not mix.fs.info(path)) then
    local place = find(write)
    if place and place ~= path then
      path = place
      done, err = mix.tags.restore(path, runs.undo_text(write))
    end
  end
  if done or err.kind == "changed" and is_back(path, write) then return "whole", path end
  if err.kind ~= "changed" or not force then return nil, err.message, err.kind end
  done, err = put_back_values(path, write)
  return done, done and path or err
end

-- Makes the plan know a file again that was put back. A plan that was made after the write was for
-- the new values: the file has to be asked about once more.
local function renew(file, write, info)
  if file.written == write.run then
    file.status, file.written = "matched", nil
  elseif file.size ~= write.size or file.modified ~= write.modified then
    file.status, file.reason, file.by = "failed", "it was put back since", nil
    file.changes, file.remark = nil, nil
  end
  file.size, file.modified = info.size, info.modified
end

-- Keeps that a file is as it was.
local function settle(path, write)
  local file = plans.file(write.plan, write.path)
  local info = mix.fs.info(path)
  if file and info then renew(file, write, info) end
  write.state = "undone"
  mix.store.transaction(function()
    runs.put_write(write)
    if file and info then plans.put_files({ file }) end
  end)
end

local function is_open(run) return run.state ~= "undone" end

local function is_gone(root)
  local info, err = failure.caught(mix.fs.info, root)
  return not info and err.kind ~= "denied"
end

local function is_here(run, root)
  local writes = runs.writes(run.id)
  local find = moved.finder(root, writes)
  for _, write in ipairs(writes) do
    if find(write) then return true end
  end
  return false
end

--- The run that undo takes back: the one of an identifier, or the newest of a folder that was not
-- taken back; else of a folder that is gone and whose files are now below `root`.
function undoing.find(plan, id, root)
  if id then
    local run = runs.get(id)
    return run and (run.plan == plan or root and is_here(run, root)) and run or nil
  end
  return runs.newest(plan, is_open) or root and runs.newest(nil, function(run)
    return is_open(run) and is_gone(run.root) and is_here(run, root)
  end) or nil
end

--- The run before one of which some files cannot be put back, so that it does not stand in the way;
--- nil without one.
function undoing.earlier(run)
  return runs.newest(run.plan, function(other)
    return is_open(other) and other.started < run.started
  end)
end

--- Puts back what a run wrote: {whole, values, untouched} with their numbers, lines about what was
--- not put back, and whether a file was changed since. Options: force, root (where the files are
--- now).
function undoing.run(run, options)
  local counts, problems, is_changed = { whole = 0, values = 0, untouched = 0 }, {}, false
  local root, writes = options.root or run.root, runs.writes(run.id)
  local find = moved.finder(root, writes)
  local progress = mix.ui.progress(#writes, "undoing")
  for _, write in ipairs(writes) do
    if write.state ~= "undone" then
      local how, place, kind = failure.caught(put_back, root, write, find, options.force)
      if how then
        counts[how] = counts[how] + 1
        settle(place, write)
      else
        problems[#problems + 1] = failure.of_file(place, root .. "/" .. write.path)
        is_changed = is_changed or kind == "changed"
      end
    end
    progress:step()
  end
  progress:finish()
  run.state = #problems == 0 and "undone" or "undoing"
  runs.put(run)
  return counts, problems, is_changed
end

return undoing
