-- Makes the plan of a folder: reads each file, asks about it and its album, and keeps what would be
-- changed. Files that are as the plan knows them are not asked about again.

local albums = require("programs.tags.lib.albums")
local asking = require("programs.tags.lib.asking")
local cue = require("lib.track_formats.cue")
local failure = require("lib.failure")
local grouping = require("programs.tags.lib.grouping")
local meanings = require("programs.tags.lib.meanings")
local plans = require("programs.tags.lib.plans")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")
local walking = require("programs.tags.lib.walking")

local planning = {}

-- Counts up when the same answers make other changes: kept plans are then made again.
local version = 7
-- Files at once: the catalogues' own limits decide how fast it goes.
local at_once = 4
local settled = { matched = true, uncertain = true, none = true, same = true, rejected = true,
  damaged = true, written = true }

-- How a file's record stands after a decision for one of its candidates.
local function take(file, candidate, only)
  local changes, remark = proposing.changes(file, candidate, only)
  file.candidate, file.changes, file.remark = candidate, changes, remark
  file.status = #changes == 0 and "same" or "matched"
end

--- Decides for a candidate of a file in doubt, as the user.
function planning.choose(file, place, only)
  take(file, file.candidates[place], only)
  file.by = "you"
  file.reason = "you chose it"
end

--- Decides for a candidate of an album in doubt, as the user. Returns the files' records, which are
--- to be kept.
function planning.choose_album(plan, album, place, only)
  local list = {}
  for _, own in ipairs(album.candidates[place].files) do
    local file = plans.file(plan.id, own.path)
    if file and file.record and file.status ~= "written" then
      file.service, file.score, file.candidates = "musicbrainz", own.score, { own.candidate }
      planning.choose(file, 1, only)
      list[#list + 1] = file
    end
  end
  album.decision, album.reason, album.by = "matched", "you chose it", "you"
  album.candidates = mix.json.array({ album.candidates[place] })
  return list
end

--- Decides that none of the candidates is right.
function planning.reject(file)
  file.status, file.by, file.reason = "rejected", "you", "you chose none"
  file.candidate, file.changes = nil, nil
end

local function look_up(spec, file)
  local _, record = meanings.of(file)
  local answer, err = spec.asker:look_up(record)
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

-- The record of a file before it was asked about: with a status when there is nothing to ask.
local function read(spec, found)
  local file = { id = plans.file_id(spec.id, found.path), plan = spec.id, path = found.path,
    size = found.size, modified = found.modified, stamp = spec.stamp }
  if found.type ~= "file" then
    file.status, file.reason = "damaged", "it is not a regular file"
    return file
  end
  local tags, err = failure.caught(mix.tags.read, spec.root .. "/" .. found.path)
  if not tags then
    if err.kind == "missing" then mix.ui.fail(err.message) end
    file.status = err.kind == "denied" and "failed" or "damaged"
    file.reason = err.message:match(": ([^:]*)$") or err.message
    return file
  end
  local sheet = found.sheet or cue.whole_file((tags.tags.CUESHEET or {})[1] or "") and "CUESHEET"
  file.format, file.tags = tags.format, {}
  if sheet then
    file.status, file.reason = "none", ("it is a whole album in one file (%s)"):format(sheet)
    return file
  end
  for _, field in ipairs(proposing.fields) do file.tags[field[2]] = tags.tags[field[2]] end
  file.record, file.from = reading.record(tags, found.path)
  file.facts = reading.facts(tags.tags, found.path)
  file.differing = #tags.differing > 0 and tags.differing or nil
  file.staying = #tags.staying > 0 and tags.staying or nil
  return file
end

local function ask_alone(spec, file)
  if select(2, meanings.of(file)).title then return look_up(spec, file) end
  file.status, file.reason = "none", "neither its tags nor its name say what it is"
end

local function is_known(known, found, stamp)
  return known and settled[known.status] and not known.is_album_unasked and known.size == found.size
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

-- Each one is kept at once: a plan that is stopped continues where it was.
local function keep_file(file)
  file.form = nil
  local _, problem = failure.caught(plans.put_files, { file })
  -- Texts of megabytes in its tags have no place in a record.
  if problem then plans.put_files({ without_texts(file) }) end
end

-- Takes the track of a sure album; where the file does not tell it beyond doubt, its own words are
-- asked about, which must lead to the same recording.
local function take_track(spec, file, own)
  local is_sure = own and own.is_told and not own.is_contrary
  if not is_sure then ask_alone(spec, file) end
  if not own or file.status == "failed" then return end
  local alone = file.candidate
  if alone and alone.id == own.candidate.id and not own.is_contrary then return end
  file.service, file.score = "musicbrainz", own.score
  if is_sure then
    file.candidates, file.reason = { own.candidate }, "it is that track of the album"
    return take(file, own.candidate, spec.only)
  end
  file.candidates = file.candidates or {}
  table.insert(file.candidates, 1, own.candidate)
  file.status, file.candidate, file.changes = "uncertain", own.candidate, nil
  file.reason = own.is_contrary and "title and number are those of two tracks of its album"
    or "its own words are not those of its track on the album"
end

local function choose_track(spec, file, own)
  file.service, file.score = "musicbrainz", own.score
  file.candidates, file.candidate = own.candidates, own.candidates[1]
  file.status, file.reason = "uncertain", "its album is in doubt"
  if own.common then
    file.candidates, file.reason = { own.common }, "it is the same recording on each candidate"
    take(file, own.common, spec.only)
  end
end

-- Asks about the files of an album: as a whole, and alone where that decides nothing.
local function ask_album(spec, group)
  local verdict, err = meanings.search(spec.asker.services.musicbrainz, group)
  local record = verdict and albums.record(group, verdict) or albums.unasked(group, err)
  local tracks, choices = {}, {}
  if record.decision == "matched" then
    tracks = albums.tracks(verdict)
  elseif record.decision == "uncertain" and not verdict.is_weak then
    choices = albums.choices(verdict)
  end
  record.plan, record.id = spec.id, plans.album_id(spec.id, record)
  for _, file in ipairs(group.todo) do
    file.album, file.is_album_unasked = record.id, err and true or nil
    if choices[file] then
      choose_track(spec, file, choices[file])
    else
      take_track(spec, file, tracks[file])
    end
  end
  plans.put_album(record)
end

-- The units that are asked about together: albums with a file that is not known, and single files.
-- `todo`: their files that get a new answer.
local function units_of(spec, fresh, keep)
  local todo, all = {}, {}
  for _, file in ipairs(fresh) do
    todo[file], all[#all + 1] = true, file
  end
  for _, file in ipairs(keep) do
    if file.record and file.facts then all[#all + 1] = file end
  end
  local service, groups, units = spec.asker.services.musicbrainz, {}, {}
  table.sort(all, function(a, b) return a.path < b.path end)
  local singles = all
  if service and service.lookup then groups, singles = grouping.groups(all, spec.root) end
  for _, group in ipairs(groups) do
    local is_due = false
    group.todo = {}
    for _, file in ipairs(group.files) do
      is_due = is_due or todo[file]
      -- With further files an album may be sure that was in doubt.
      local is_open = file.status == "uncertain" or file.status == "none"
      if todo[file] or is_open then group.todo[#group.todo + 1] = file end
    end
    if is_due then units[#units + 1] = group end
  end
  for _, file in ipairs(singles) do
    if todo[file] then units[#units + 1] = { todo = { file } } end
  end
  return units
end

local function ask(spec, units, progress)
  mix.task.map(units, { limit = at_once }, function(unit)
    if unit.files then ask_album(spec, unit) else ask_alone(spec, unit.todo[1]) end
    for _, file in ipairs(unit.todo) do
      keep_file(file)
      progress:step()
    end
  end)
end

local function look_at(spec, todo, keep)
  local progress, fresh = mix.ui.progress(#todo, "files"), {}
  mix.task.map(todo, { limit = at_once }, function(found)
    local file = read(spec, found)
    if file.status then
      keep_file(file)
      progress:step()
    else
      fresh[#fresh + 1] = file
    end
  end)
  ask(spec, units_of(spec, fresh, keep), progress)
  progress:finish()
end

-- A text that differs where something else may be planned.
local function stamp_of(spec)
  local fields, rules = {}, spec.only and spec.only.rules
  for name, wish in pairs(spec.only or {}) do fields[name] = name ~= "rules" and wish or nil end
  return mix.crypto.sha256(mix.json.encode({ version, spec.rules:stamp(), spec.catalogues,
    spec.country, spec.only and fields or "", rules and rules:stamp() or "" })):sub(1, 16)
end

--- Plans a folder. `spec`: root, catalogues (names), rules, country, only (set of fields), fresh,
-- follow (links out of the folder), services (see asking.open).
-- Returns the files' records, lines about what could not be read, and how many were asked about.
function planning.run(spec)
  spec.id = plans.id(spec.root)
  spec.stamp = stamp_of(spec)
  spec.asker = asking.open(spec.catalogues, spec.rules, spec.country, spec.services)
  local found, problems = walking.files(spec.root, spec.follow)
  plans.put({ id = spec.id, root = spec.root, planned = mix.time.now(), rules = spec.rules:name(),
    fields = spec.fields })
  local todo, keep = sorted_out(spec, found)
  if #todo > 0 then look_at(spec, todo, keep) end
  local files, rights = plans.files(spec.id), {}
  -- Rights change while the file stays: they are looked at each time.
  for _, file in ipairs(found) do rights[file.path] = file.rights end
  for _, file in ipairs(files) do file.rights = rights[file.path] end
  plans.forget_albums(spec.id, files)
  return files, problems, #todo
end

return planning
