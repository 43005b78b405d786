-- mixhost playlist undo: what a build wrote, taken back.

local build_view = require("programs.playlist.lib.build_view")
local builds = require("programs.playlist.lib.builds")
local commands = require("programs.playlist.lib.commands")
local failures = require("programs.playlist.lib.failures")
local session = require("programs.playlist.lib.session")
local undoing = require("programs.playlist.lib.undoing")

-- The build that is meant: the one of the identifier, else the one that was left before its end,
-- else the newest that was not taken back.
local function chosen(user, id)
  if id then
    local record = builds.get(id)
    if not record or record.account ~= user.id then
      failures.raise(("there is no build %s of this account; playlist history shows them"):format(
        id), "unknown")
    end
    if record.state == "undone" then
      failures.raise(("build %s is taken back already"):format(id), "undone")
    end
    return record
  end
  local left = builds.left(user.id)
  if left then return left end
  local list = builds.list(user.id)
  for _, record in ipairs(list) do
    if record.state == "done" then return record end
  end
  return failures.raise(#list == 0 and "there is no build to take back"
    or "all builds are taken back already", "undone")
end

return function()
  local args = commands.parse("undo", {
    summary = "Takes back what a build wrote: a new playlist goes, a changed one gets what was in "
      .. "it.",
    options = {
      { "force", type = "flag",
        help = "also when the playlist was changed since, or not all can be brought back" },
    },
    positional = {
      { "build", optional = true,
        help = "its identifier, see history (default: one left before its end, else the last)" },
    },
    examples = { "$0 undo", "$0 undo k3f9x2" },
  })
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  -- Without a build there is nothing to sign in for.
  if #builds.list() == 0 then failures.raise("there is no build to take back", "undone") end
  session.run("mixhost playlist undo", function(service, user)
    local journal = builds.whole(chosen(user, args.build))
    local said = undoing.run(journal, service, {
      force = args.force, save = builds.save,
      progress = function(...) view:progress(...) end,
    })
    view:stop()
    local done = {
      build = journal.id, playlist = journal.playlist or mix.json.null, name = journal.name,
      done = said,
    }
    mix.events.emit("done", done)
    if mix.events.enabled() then return end
    print(args.json and mix.json.encode(done) or said)
  end)
end
