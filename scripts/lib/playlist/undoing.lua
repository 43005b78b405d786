-- Takes back what a journal says was written. What is in the playlist now is looked at first:
-- somebody else's changes are not overwritten unasked.

local failures = require("lib.playlist.failures")
local plan = require("lib.playlist.plan")
local writer = require("lib.playlist.writer")

local undoing = {}

local function batches_of(items, hooks, name, send)
  local batches = plan.batches(items)
  for place, batch in ipairs(batches) do
    hooks.progress("write", place - 1, #batches, name)
    failures.need(send(batch, place))
  end
  hooks.progress("write", #batches, #batches, name)
end

-- A playlist that the build made: taken off the user's list. Where Spotify does not let programs do
-- that, it is emptied.
local function forget(journal, service)
  local ok, err = service:forget(journal.playlist)
  if ok then return ("playlist \"%s\" is gone"):format(journal.name) end
  if err.kind ~= "forbidden" and err.kind ~= "scope" then error(err, 0) end
  failures.need(service:replace(journal.playlist, {}))
  return ("playlist \"%s\" is empty; Spotify lets only you delete it"):format(journal.name)
end

-- Items that were added at the end, and were not in it before: taken out.
local function take_out(journal, service, hooks)
  batches_of(journal.items, hooks, journal.name, function(batch)
    return service:remove(journal.playlist, batch)
  end)
  return ("%d tracks taken out of \"%s\""):format(#journal.items, journal.name)
end

local function put_back(journal, service, hooks)
  local writable = {}
  for _, uri in ipairs(journal.before) do
    if plan.is_writable(uri) then writable[#writable + 1] = uri end
  end
  local lost = #journal.before - #writable
  if lost > 0 and not hooks.force then
    failures.raise(("%d of the items that were in \"%s\" cannot be written back (files of yours, "
      .. "or what Spotify no longer has); undo --force puts back the others"):format(
      lost, journal.name), "unwritable")
  end
  if #writable == 0 then failures.need(service:replace(journal.playlist, mix.json.array({}))) end
  batches_of(writable, hooks, journal.name, function(batch, place)
    local method = place == 1 and service.replace or service.add
    return method(service, journal.playlist, batch)
  end)
  return ("\"%s\" has its %d items again%s"):format(journal.name, #writable,
    lost > 0 and (", but for %d"):format(lost) or "")
end

local function set(list)
  local found = {}
  for _, value in ipairs(list) do found[value] = true end
  return found
end

-- Whether items that were appended can be taken out by their addresses: none of them was there
-- before.
local function were_new(journal)
  local before = set(journal.before)
  for _, uri in ipairs(journal.items) do
    if before[uri] then return false end
  end
  return true
end

local function check_unchanged(journal, service, hooks)
  if hooks.force or journal.state == "undoing" then return end
  local current = failures.need(service:items(journal.playlist))
  if writer.position(journal, current) then return end
  failures.raise(("\"%s\" was changed since; undo --force puts back what was in it before the "
    .. "build"):format(journal.name), "changed")
end

local function take_back(journal, service, hooks)
  if not journal.playlist then return "nothing was written" end
  if journal.action == "none" then return "nothing was changed" end
  check_unchanged(journal, service, hooks)
  journal.state = "undoing"
  hooks.save(journal)
  if journal.action == "create" then return forget(journal, service) end
  if journal.action == "append" and were_new(journal) then
    return take_out(journal, service, hooks)
  end
  return put_back(journal, service, hooks)
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
