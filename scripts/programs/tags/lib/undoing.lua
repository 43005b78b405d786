-- Puts back what a run wrote.

local failure = require("lib.failure")
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

local function put_back(root, write, force)
  local path = root .. "/" .. write.path
  if is_untouched(path, write) then return "untouched" end
  local done, err = mix.tags.restore(path, runs.undo_text(write))
  if done then return "whole" end
  if err.kind == "changed" and force then return put_back_values(path, write) end
  return nil, err.message
end

-- Keeps that a file is as it was; the plan knows it again.
local function settle(root, write)
  local file = plans.file(write.plan, write.path)
  local info = mix.fs.info(root .. "/" .. write.path)
  if file and info then
    file.status, file.written = "matched", nil
    file.size, file.modified = info.size, info.modified
  end
  write.state = "undone"
  mix.store.transaction(function()
    runs.put_write(write)
    if file and info then plans.put_files({ file }) end
  end)
end

--- The run that undo takes back: the one of an identifier, or the newest of a folder that was not
-- taken back.
function undoing.find(plan, id)
  if id then
    local run = runs.get(id)
    return run and run.plan == plan and run or nil
  end
  return runs.newest(plan, function(run) return run.state ~= "undone" end)
end

--- Puts back what a run wrote: {whole, values, untouched} with their numbers, and lines about what
-- was not put back.
function undoing.run(run, options)
  local counts, problems = { whole = 0, values = 0, untouched = 0 }, {}
  local writes = runs.writes(run.id)
  local progress = mix.ui.progress(#writes, "undoing")
  for _, write in ipairs(writes) do
    if write.state ~= "undone" then
      local how, problem = failure.caught(put_back, run.root, write, options.force)
      if how then
        counts[how] = counts[how] + 1
        settle(run.root, write)
      else
        problems[#problems + 1] = failure.of_file(problem, run.root .. "/" .. write.path)
      end
    end
    progress:step()
  end
  progress:finish()
  run.state = #problems == 0 and "undone" or "undoing"
  runs.put(run)
  return counts, problems
end

return undoing
