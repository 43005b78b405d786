-- Takes back the writes of a journal. It reads the playlist first:
-- somebody else's changes are not overwritten unasked.

local builds = require("programs.playlist.lib.writing.builds")
local edits = require("programs.playlist.lib.writing.edits")
local failure = require("lib.failure")
local orphans = require("programs.playlist.lib.writing.orphans")
local plan = require("programs.playlist.lib.writing.plan")
local set_of = require("lib.set_of")
local words = require("programs.playlist.lib.words")
local writer = require("programs.playlist.lib.writing.writer")

local undoing = {}

local function batches_of(items, hooks, name, send)
  local batches = plan.batches(items)
  for place, batch in ipairs(batches) do
    hooks.progress("write", place - 1, #batches, name)
    failure.need(send(batch, place))
  end
  hooks.progress("write", #batches, #batches, name)
end

-- A playlist that the build made: taken off the user's list. Where Spotify does not let programs do
-- that, it is emptied.
local function forget(journal, service)
  local ok, err = service:forget(journal.playlist)
  if ok then return ("playlist \"%s\" is gone"):format(journal.name) end
  if err.kind ~= "forbidden" and err.kind ~= "scope" then error(err, 0) end
  failure.need(service:replace(journal.playlist, {}))
  return ("playlist \"%s\" is empty; %s"):format(journal.name, err.kind == "scope"
    and "the log-in may not delete it: mixhost auth login spotify asks for that permission"
    or "Spotify lets only you delete it")
end

-- The additions by the steps of a journal.
local function added_items(journal)
  local items = {}
  for _, step in ipairs(journal.steps) do
    if step.write == "add" then table.move(step.uris, 1, #step.uris, #items + 1, items) end
  end
  return items
end

-- Items that were added at the end, and were not in it before: taken out.
local function take_out(journal, service, hooks)
  local items = added_items(journal)
  batches_of(items, hooks, journal.name, function(batch)
    return service:remove(journal.playlist, batch)
  end)
  return ("%s taken out of \"%s\""):format(words.count(#items, "track"), journal.name)
end

local function put_back(journal, service, hooks)
  local writable = {}
  for _, uri in ipairs(journal.before) do
    if plan.is_writable(uri) then writable[#writable + 1] = uri end
  end
  local lost = #journal.before - #writable
  if lost > 0 and not hooks.force then
    failure.raise(("%s of those that were in \"%s\" cannot be written back (files of yours, or "
      .. "what Spotify no longer has); undo --force puts back the others"):format(
      words.count(lost, "item"), journal.name), "unwritable")
  end
  if #writable == 0 then failure.need(service:replace(journal.playlist, mix.json.array({}))) end
  batches_of(writable, hooks, journal.name, function(batch, place)
    local method = place == 1 and service.replace or service.add
    return method(service, journal.playlist, batch)
  end)
  return ("\"%s\" has its %s again%s"):format(journal.name, words.count(#writable, "item"),
    lost > 0 and (", but for %d"):format(lost) or "")
end

-- Puts items back where they stood, between those that stayed.
local function edit_back(journal, service, hooks)
  local current = failure.need(service:items(journal.playlist))
  local writes = edits.between(current, journal.before)
  if not writes then return put_back(journal, service, hooks) end
  for place, write in ipairs(writes) do
    hooks.progress("write", place - 1, #writes, journal.name)
    failure.need(service[write.write](service, journal.playlist, write.uris, write.position))
  end
  hooks.progress("write", #writes, #writes, journal.name)
  return ("\"%s\" has its %s again"):format(journal.name, words.count(#journal.before, "item"))
end

-- Whether items that were appended can be taken out by their addresses: none of them was there
-- before.
local function were_new(journal)
  local before = set_of(journal.before)
  for _, uri in ipairs(added_items(journal)) do
    if before[uri] then return false end
  end
  return true
end

-- Whether there is something to take back, unless somebody else has changed the playlist since.
local function is_needed(journal, service, hooks)
  local current, err = service:items(journal.playlist)
  if not current then
    if err.kind == "not_found" then return false, "the playlist is not there any more" end
    error(err, 0)
  end
  if hooks.force or journal.state == "undoing" then return true end
  local place = writer.position(journal, current)
  if place == 0 and journal.action ~= "create" then return false, "nothing was written" end
  if place then return true end
  local later = builds.after(journal)
  if later then
    failure.raise(("\"%s\" was changed by build %s since: undo that one first, or --force puts "
      .. "back what was in it before this one"):format(journal.name, later.id), "changed")
  end
  return failure.raise(("\"%s\" was changed since; undo --force puts back what was in it before "
    .. "the build"):format(journal.name), "changed")
end

local function take_back(journal, service, hooks)
  if not journal.playlist then
    journal.playlist = orphans.find(journal, service)
    if not journal.playlist then return "nothing was written" end
    hooks.save(journal)
  end
  local needed, why_not = is_needed(journal, service, hooks)
  if not needed then return why_not end
  journal.state = "undoing"
  hooks.save(journal)
  if journal.action == "create" then return forget(journal, service) end
  if journal.action == "append" and were_new(journal) then
    return take_out(journal, service, hooks)
  end
  local method = journal.action == "replace" and put_back or edit_back
  return method(journal, service, hooks)
end

--- Takes a journal's writes back; returns what was done, in words. `hooks`: force, save(journal),
--- progress(stage, done, total, what).
function undoing.run(journal, service, hooks)
  local said = take_back(journal, service, hooks)
  journal.state = "undone"
  hooks.save(journal)
  return said
end

return undoing
