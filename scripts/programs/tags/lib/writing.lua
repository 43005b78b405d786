-- Writes the changes of a plan, each file once.

local failure = require("lib.failure")
local plans = require("programs.tags.lib.plans")
local runs = require("programs.tags.lib.runs")

local writing = {}

local at_once = 2

--- Takes the folder, so that two runs do not write at once; or ends the script.
function writing.lock(plan, what)
  local lock, err = mix.fs.lock(("tags/%s.lock"):format(plan.id), what)
  if lock then return lock end
  local advice = err.kind == "locked" and ": wait for its end, or stop it" or ""
  return mix.ui.fail(err.message .. advice)
end

--- The files of a plan that are to be written.
function writing.due(files)
  local list = {}
  for _, file in ipairs(files) do
    if file.status == "matched" and #file.changes > 0 then list[#list + 1] = file end
  end
  return list
end

local function wanted(file)
  local changes = {}
  for _, change in ipairs(file.changes) do changes[change.key] = change.new end
  return changes
end

-- Writes one file. Returns true, or nil and what was wrong.
local function write(run, file, keep_time)
  local path = run.root .. "/" .. file.path
  local info, err = mix.fs.info(path)
  if not info then return nil, err.message end
  if info.size ~= file.size or info.modified ~= file.modified then
    return nil, ("%s was changed since the plan: plan it again"):format(path)
  end
  local draft
  draft, err = mix.tags.prepare(path, wanted(file))
  if not draft then return nil, err.message end
  local kept = runs.prepare(run, file, draft:undo())
  local done
  done, err = draft:finish({ keep_time = keep_time })
  if not done then
    kept.state = "failed"
    runs.put_write(kept)
    return nil, err.message
  end
  kept.state, kept.audio = "done", draft:audio()
  file.status, file.written = "written", run.id
  local now = mix.fs.info(path)
  if now then
    file.size, file.modified = now.size, now.modified
    kept.written = now.size
  end
  return mix.store.transaction(function()
    runs.put_write(kept)
    plans.put_files({ file })
    return true
  end)
end

--- Writes files of a plan. Returns the run ({id, files, failed}), or nil when nothing was written,
-- and lines about what was not.
function writing.run(plan, files, options)
  local run = runs.begin(plan.id, plan.root)
  local problems, done = {}, 0
  local progress = mix.ui.progress(#files, "writing")
  mix.task.map(files, { limit = at_once }, function(file)
    local ok, problem = failure.caught(write, run, file, options.keep_time)
    if ok then
      done = done + 1
    else
      problems[#problems + 1] = failure.of_file(problem, run.root .. "/" .. file.path)
    end
    progress:step()
  end)
  progress:finish()
  if done == 0 then
    if #runs.writes(run.id) == 0 then runs.forget(run.id) end
    return nil, problems
  end
  run.state, run.files, run.failed = "done", done, #problems
  runs.put(run)
  return run, problems
end

return writing
