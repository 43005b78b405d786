-- Takes back what a journal says was written. What is in the playlist now is looked at first:
-- somebody else's changes are not overwritten unasked.

local failures = require("programs.playlist.lib.failures")
local plan = require("programs.playlist.lib.plan")
local writer = require("programs.playlist.lib.writer")

local undoing = {}

local function set(list)
  local found = {}
  for _, value in ipairs(list) do found[value] = true end
  return found
end

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

-- What the steps of a journal added.
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
  return ("%d tracks taken out of \"%s\""):format(#items, journal.name)
end

-- What took the place of other items: taken out, and those written again behind what had stayed.
local function exchange_back(journal, service, hooks)
  batches_of(added_items(journal), hooks, journal.name, function(batch)
    return service:remove(journal.playlist, batch)
  end)
  local items, there = {}, set(failures.need(service:items(journal.playlist)))
  for _, uri in ipairs(journal.before) do
    if plan.is_writable(uri) and not there[uri] then items[#items + 1] = uri end
  end
  batches_of(items, hooks, journal.name, function(batch)
    return service:add(journal.playlist, batch)
  end)
  return ("\"%s\" has its %d items again, those that had stayed first"):format(
    journal.name, #journal.before)
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

-- Whether items that were appended can be taken out by their addresses: none of them was there
-- before.
local function were_new(journal)
  local before = set(journal.before)
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
  return failures.raise(("\"%s\" was changed since; undo --force puts back what was in it before "
    .. "the build"):format(journal.name), "changed")
end

local function take_back(journal, service, hooks)
  if not journal.playlist then return "nothing was written" end
  if journal.action == "none" then return "nothing was changed" end
  local needed, why_not = is_needed(journal, service, hooks)
  if not needed then return why_not end
  journal.state = "undoing"
  hooks.save(journal)
  if journal.action == "create" then return forget(journal, service) end
  if journal.action == "append" and were_new(journal) then
    return take_out(journal, service, hooks)
  end
  if journal.action == "exchange" then return exchange_back(journal, service, hooks) end
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
