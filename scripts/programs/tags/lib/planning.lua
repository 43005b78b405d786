-- Makes the plan of a folder: reads each file, asks about it, and keeps what would be changed.
-- Files that are as the plan knows them are not asked about again.

local asking = require("programs.tags.lib.asking")
local failure = require("lib.failure")
local plans = require("programs.tags.lib.plans")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")
local walking = require("programs.tags.lib.walking")

local planning = {}

-- Counts up when the same answers make other changes: kept plans are then made again.
local version = 2
-- Files at once: the catalogues' own limits decide how fast it goes.
local at_once = 4
local settled = { matched = true, uncertain = true, none = true, same = true, rejected = true,
  damaged = true, written = true }

-- How a file's record stands after a decision for one of its candidates.
local function take(file, candidate, only)
  local changes, remark = proposing.changes(file.tags, file.record, candidate, file.service, only)
  file.candidate, file.changes, file.remark = candidate, changes, remark
  file.status = #changes == 0 and "same" or "matched"
end

--- Decides for a candidate of a file in doubt, as the user.
function planning.choose(file, place, only)
  take(file, file.candidates[place], only)
  file.by = "you"
  file.reason = "you chose it"
end

--- Decides that none of the candidates is right.
function planning.reject(file)
  file.status, file.by, file.reason = "rejected", "you", "you chose none"
  file.candidate, file.changes = nil, nil
end

local function look_up(spec, file)
  local answer, err = spec.asker:look_up(file.record)
  if not answer then
    file.status, file.reason = "failed", err.message
    return
  end
  file.service, file.score, file.reason = answer.service, answer.score, answer.reason
  file.candidates, file.status = answer.candidates, answer.decision
  local first = answer.candidates[1]
  if answer.decision == "matched" then
    take(file, first, spec.only)
  elseif answer.decision == "uncertain" then
    file.candidate = first
  end
end

local function planned(spec, found)
  local file = { id = plans.file_id(spec.id, found.path), plan = spec.id, path = found.path,
    size = found.size, modified = found.modified, stamp = spec.stamp }
  if found.type ~= "file" then
    file.status, file.reason = "damaged", "it is not a regular file"
    return file
  end
  local read, err = failure.caught(mix.tags.read, spec.root .. "/" .. found.path)
  if not read then
    if err.kind == "missing" then mix.ui.fail(err.message) end
    file.status = err.kind == "denied" and "failed" or "damaged"
    file.reason = err.message:match(": ([^:]*)$") or err.message
    return file
  end
  file.format, file.tags = read.format, {}
  for _, field in ipairs(proposing.fields) do file.tags[field[2]] = read.tags[field[2]] end
  file.record, file.from = reading.record(read, found.path)
  if not file.record.title then
    file.status, file.reason = "none", "neither its tags nor its name say what it is"
    return file
  end
  look_up(spec, file)
  return file
end

local function is_known(known, found, stamp)
  return known and settled[known.status] and known.size == found.size
    and known.modified == found.modified and (known.stamp == stamp or known.by == "you")
end

-- The files that have to be looked at, and the records that stay.
local function sorted_out(spec, found)
  local todo, keep, paths = {}, {}, {}
  for _, file in ipairs(found) do
    paths[file.path] = true
    local known = not spec.fresh and plans.file(spec.id, file.path) or nil
    if is_known(known, file, spec.stamp) then
      keep[#keep + 1] = known
    else
      todo[#todo + 1] = file
    end
  end
  plans.forget_others(spec.id, paths)
  return todo, keep
end

-- The record of a file that cannot be kept with its own words.
local function without_texts(file)
  return { id = file.id, plan = file.plan, path = file.path, size = file.size,
    modified = file.modified, stamp = file.stamp, format = file.format, status = "damaged",
    reason = "its texts are too long for a plan" }
end

--- Plans a folder. `spec`: root, catalogues (names), rules, country, only (set of fields), fresh,
-- follow (links out of the folder), services (see asking.open).
-- Returns the files' records and lines about what could not be read.
function planning.run(spec)
  spec.id = plans.id(spec.root)
  spec.stamp = mix.crypto.sha256(mix.json.encode({ version, spec.rules:stamp(), spec.catalogues,
    spec.country, spec.fields or "" })):sub(1, 16)
  spec.asker = asking.open(spec.catalogues, spec.rules, spec.country, spec.services)
  local found, problems = walking.files(spec.root, spec.follow)
  plans.put({ id = spec.id, root = spec.root, planned = mix.time.now(), rules = spec.rules:name(),
    fields = spec.fields })
  local todo = sorted_out(spec, found)
  if #todo == 0 then return plans.files(spec.id), problems, 0 end
  local progress = mix.ui.progress(#todo, "files")
  mix.task.map(todo, { limit = at_once }, function(file)
    -- Each one is kept at once: a plan that is stopped continues where it was.
    local record = planned(spec, file)
    local _, problem = failure.caught(plans.put_files, { record })
    -- Texts of megabytes in its tags have no place in a record.
    if problem then plans.put_files({ without_texts(record) }) end
    progress:step()
  end)
  progress:finish()
  return plans.files(spec.id), problems, #todo
end

return planning
