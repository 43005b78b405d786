-- Shared by the commands that write: who is signed in, the one lock of the account, and the builds
-- that were left before their end.

local builds = require("programs.playlist.lib.writing.builds")
local deezer = require("services.deezer.provider")
local failure = require("lib.failure")
local recording_key = require("programs.playlist.lib.recording_key")
local spotify = require("services.spotify.provider")

local session = {}

--- Spotify for who is signed in.
function session.service()
  return spotify.open({ deezer = deezer.open(), recording_key = recording_key })
end

--- Returns Spotify, and who is signed in; raises where nobody is.
function session.signed_in()
  local service = session.service()
  return service, failure.need(service:me())
end

--- Takes the account: from two runs that write at once playlists would come out mixed. `what` is
--- shown to those who ask meanwhile. Returns the lock, which ends with the run at the latest.
function session.lock(account, what)
  local name = ("playlist/locks/%s"):format(mix.crypto.sha256(account):sub(1, 24))
  local lock, err = mix.fs.lock(name, what)
  if lock then return lock end
  if err.kind ~= "locked" then error(err, 0) end
  return failure.raise(("%s%s is at work for this account%s: wait for its end, or stop it"):format(
    err.note ~= "" and err.note or "another run",
    err.process and (" (process %d)"):format(err.process) or "",
    err.since and os.date(" since %H:%M:%S", math.floor(err.since)) or ""), "locked")
end

--- Refuses to begin while a build of the account waits for the user.
function session.check_left(account)
  local left = builds.left(account)
  if not left then return end
  if left.state == "undoing" then
    failure.raise(("undo %s of \"%s\" was left before its end: run undo again"):format(
      left.id, left.name), "unfinished",
      { page = "Something was left before its end: take it back." })
  end
  failure.raise(("build %s of \"%s\" was left before its end: build --resume continues it, "
    .. "undo takes back what it wrote"):format(left.id, left.name), "unfinished",
    { page = "A build was left before its end: continue it, or take it back." })
end

--- Runs `work(service, user)` with the account's lock held. `what`: the command, for others.
function session.run(what, work)
  local service, user = session.signed_in()
  local lock = session.lock(user.id, what)
  -- Cancelled work ends here, too, while the program may keep running for long.
  local _ <close> = setmetatable({}, { __close = function() lock:release() end })
  local results = table.pack(work(service, user))
  return table.unpack(results, 1, results.n)
end

--- Runs a command that changes a playlist, `work(service, user)`: with the account's lock, unless
--- it only plans (`args.dry_run`). `name`: the command's.
function session.change(args, name, work)
  if args.dry_run then return work(session.signed_in()) end
  return session.run("mixhost playlist " .. name, function(service, user)
    session.check_left(user.id)
    return work(service, user)
  end)
end

return session
