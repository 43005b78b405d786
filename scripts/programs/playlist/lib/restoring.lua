-- Plans that bring back the playlists of a backup.

local changes = require("programs.playlist.lib.writing.changes")
local failure = require("lib.failure")
local plan = require("programs.playlist.lib.writing.plan")
local words = require("programs.playlist.lib.words")

local restoring = {}

-- The addresses of all items, those that can be written, and the names of the others.
local function uris_of(copy)
  local all, writable, lost = {}, {}, {}
  for place, item in ipairs(copy.items) do
    all[place] = item.uri
    if plan.is_writable(item.uri) then
      writable[#writable + 1] = item.uri
    else
      lost[#lost + 1] = (item.title or "") ~= "" and item.title or ("item %d"):format(place)
    end
  end
  return all, writable, lost
end

-- The most names of a note.
local most_named = 10

-- The losses that Spotify makes inevitable; `is_new`: of a playlist that is made anew.
local function notes_of(copy, lost, is_new)
  local notes = {}
  if #lost > 0 then
    notes[1] = ("%s cannot be written (files of yours, or what Spotify no longer has): %s"):format(
      words.count(#lost, "item"), words.quoted(lost, most_named))
  end
  if is_new and #copy.items > #lost then
    notes[#notes + 1] = "Spotify dates all items today, and as added by you; the backup keeps the "
      .. "days"
  end
  return notes
end

--- The plan for a playlist that is gone: made anew.
function restoring.creation(copy, user)
  local _, writable, lost = uris_of(copy)
  local writes = { { write = "create", name = copy.name, description = copy.description,
    public = copy.public, collaborative = copy.collaborative } }
  for _, batch in ipairs(plan.batches(writable)) do
    writes[#writes + 1] = { write = "add", uris = mix.json.array(batch) }
  end
  return plan.counted({
    name = copy.name, user = user.id, action = "create", items = writable, added = writable,
    description = copy.description, public = copy.public, collaborative = copy.collaborative,
    after = writable, writes = writes, notes = notes_of(copy, lost, true),
  })
end

-- The line about facts of the playlist that differ from the copy and stay; nil without any. A copy
-- of an older version does not have all.
local function differing(copy, playlist)
  local names = {}
  for _, name in ipairs({ "name", "description", "public", "collaborative" }) do
    if copy[name] ~= nil and copy[name] ~= playlist[name] then names[#names + 1] = name end
  end
  if #names == 0 then return nil end
  return ("other than in the backup, and left as it is (--new makes a playlist with all of it): %s")
    :format(table.concat(names, ", "))
end

--- The plan for a playlist that is there: what differs is put right.
function restoring.correction(copy, playlist, user, service)
  local existing = failure.need(service:items(playlist.id))
  local all, writable, lost = uris_of(copy)
  local other = differing(copy, playlist)
  local made = changes.edit(playlist, user, existing, all, { other })
  if made then
    if made.action == "none" then made.why = "it is as in the backup" end
    return made
  end
  local writes = {}
  for place, batch in ipairs(plan.batches(writable)) do
    writes[place] = { write = place == 1 and "replace" or "add", uris = mix.json.array(batch) }
  end
  writes[1] = writes[1] or { write = "replace", uris = mix.json.array({}) }
  local notes = notes_of(copy, lost)
  notes[#notes + 1] = other
  return plan.counted({
    name = playlist.name, playlist = { id = playlist.id, name = playlist.name }, user = user.id,
    action = "replace", items = writable, added = writable, existing = existing, after = writable,
    writes = writes, notes = notes,
  })
end

--- The playlist on the list that a copy is of: the same one, else the only one of its name, as
--- after a restore.
function restoring.counterpart(copy, playlists, user)
  local alike = {}
  for _, playlist in ipairs(playlists) do
    if playlist.owner == user.id then
      if playlist.id == copy.id then return playlist end
      if playlist.name == copy.name then alike[#alike + 1] = playlist end
    end
  end
  return #alike == 1 and alike[1] or nil
end

return restoring
