-- Changes that are not builds: imports, restored playlists, duplicates taken out. Planned, written
-- and kept like them.

local builds = require("programs.playlist.lib.writing.builds")
local edits = require("programs.playlist.lib.writing.edits")
local plan = require("programs.playlist.lib.writing.plan")
local writer = require("programs.playlist.lib.writing.writer")

local changes = {}

--- A plan that brings a playlist from `existing` to `wanted` with as few requests as may be; nil
--- when that takes more than taking out and putting back. `notes`: what the user should know.
function changes.edit(playlist, user, existing, wanted, notes)
  local writes = edits.between(existing, wanted)
  if not writes then return nil end
  return plan.counted({
    name = playlist.name or playlist.id, playlist = { id = playlist.id, name = playlist.name },
    user = user.id, action = #writes > 0 and "edit" or "none", items = wanted, added = {},
    existing = existing, after = wanted, writes = writes, notes = notes or {},
    why = #writes == 0 and "nothing would change" or nil,
  })
end

--- Writes a plan and keeps it. `command`: as history names it; `id`: the build's identifier
--- (default: a new one). Returns the journal.
function changes.write(service, user, made, view, command, id)
  return view:writing(made, function()
    return writer.execute(made, service, {
      save = builds.save, progress = function(...) view:progress(...) end,
    }, {
      id = id or builds.new_id(), account = user.id, command = command, started = mix.time.now(),
    })
  end)
end

return changes
