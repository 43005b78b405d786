-- Takes a build of the account that is signed in back.

local builds = require("programs.playlist.lib.writing.builds")
local failure = require("lib.failure")
local session = require("programs.playlist.lib.session")
local undoing = require("programs.playlist.lib.writing.undoing")

-- The build that is meant: the one of the identifier, else the one that was left before its end,
-- else the newest that was not taken back.
local function chosen(user, id)
  if id then
    local record = builds.get(id)
    if not record or record.account ~= user.id then
      failure.raise(("there is no build %s of this account; playlist history shows them"):format(
        id), "unknown")
    end
    if record.state == "undone" then
      failure.raise(("build %s is taken back already"):format(id), "undone")
    end
    return record
  end
  local left = builds.left(user.id)
  if left then return left end
  local done = builds.newest(user.id, function(record) return record.state == "done" end)
  if done then return done end
  return failure.raise(#builds.list(user.id) == 0 and "there is no build to take back"
    or "all builds are taken back already", "undone")
end

--- Takes the build of an identifier back, else the one that was left before its end, else the last.
--- `options`: force; view, which shows the progress. Returns its journal and what was done,
-- in words.
return function(id, options)
  -- Without a build there is nothing to sign in for.
  if #builds.list() == 0 then failure.raise("there is no build to take back", "undone") end
  return session.run("mixhost playlist undo", function(service, user)
    local journal = builds.whole(chosen(user, id))
    local said = undoing.run(journal, service, {
      force = options.force, save = builds.save,
      progress = function(...) options.view:progress(...) end,
    })
    options.view:stop()
    return journal, said
  end)
end
