-- Finds the playlist that a build made when its answer was lost, or the program ended before it
-- came. Both `build --resume` and `undo` ask here, so that no playlist is made twice or left over.

local builds = require("programs.playlist.lib.writing.builds")
local failure = require("lib.failure")

local orphans = {}

--- A request that was on its way when the program was killed arrives within that time, in seconds.
orphans.settling = 3

local need = failure.need

--- The identifiers of the user's playlists that have the name of a journal.
function orphans.named(journal, service)
  local ids = mix.json.array({})
  for _, playlist in ipairs(need(service:playlists())) do
    if playlist.name == journal.name and playlist.owner == journal.user then
      ids[#ids + 1] = playlist.id
    end
  end
  return ids
end

-- The playlists that other builds of the account have made.
local function claimed(journal)
  local ids = {}
  for _, record in ipairs(builds.list(journal.account)) do
    if record.id ~= journal.id and record.playlist then ids[record.playlist] = true end
  end
  return ids
end

-- The playlists that came since the journal began and may be its own: those with its mark, or where
-- descriptions have none, those with its description.
local function candidates(journal, service)
  local before, known = {}, journal.account and claimed(journal) or {}
  for _, id in ipairs(journal.named_before) do before[id] = true end
  local marked, alike = {}, {}
  local mark = journal.id and ("(build %s)"):format(journal.id)
  local has_mark = mark and (journal.description or ""):find(mark, 1, true)
  for _, playlist in ipairs(need(service:playlists())) do
    local is_new = not before[playlist.id] and not known[playlist.id]
    if is_new and playlist.name == journal.name and playlist.owner == journal.user then
      local description = playlist.description or ""
      if has_mark and description:find(mark, 1, true) then
        marked[#marked + 1] = playlist.id
      elseif description == "" or description == journal.description then
        alike[#alike + 1] = playlist.id
      end
    end
  end
  return #marked > 0 and marked or alike
end

--- The playlist that a journal made without knowing it; nil when it made none.
function orphans.find(journal, service)
  -- An answer that was not noted was not asked for.
  if not journal.named_before then return nil end
  local found = candidates(journal, service)
  local left = orphans.settling - (mix.time.now() - (journal.create_sent or 0))
  if #found == 0 and left > 0 then
    mix.task.sleep(math.min(left, orphans.settling))
    found = candidates(journal, service)
  end
  if #found > 1 then
    failure.raise(("%d playlists called \"%s\" came since build %s began, and mixhost cannot tell "
      .. "which is its own: %s; delete the others at Spotify and try again"):format(
      #found, journal.name, journal.id or "", table.concat(found, ", ")), "ambiguous")
  end
  return found[1]
end

return orphans
