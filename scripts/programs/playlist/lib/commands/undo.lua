-- mixhost playlist undo: what the last build wrote, taken back.

local build = require("programs.playlist.lib.build")
local build_view = require("programs.playlist.lib.build_view")
local commands = require("programs.playlist.lib.commands")
local failures = require("programs.playlist.lib.failures")
local journals = require("programs.playlist.lib.journals")
local undoing = require("programs.playlist.lib.undoing")

return function()
  local args = commands.parse("undo", {
    summary = "Takes back what the last build wrote: a new playlist goes, a changed one gets what "
      .. "was in it.",
    options = {
      { "force", type = "flag",
        help = "also when the playlist was changed since, or not all can be brought back" },
    },
  })
  local journal = journals.load()
  if not journal then mix.ui.fail("there is no build to take back") end
  if journal.state == "undone" then mix.ui.fail("the last build is taken back already") end
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  local service = build.service()
  failures.need(service:me())
  local said = undoing.run(journal, service, {
    force = args.force, save = journals.save,
    progress = function(...) view:progress(...) end,
  })
  view:stop()
  if args.json then
    return print(mix.json.encode({ playlist = journal.playlist, name = journal.name, done = said }))
  end
  print(said)
end
