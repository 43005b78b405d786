-- mixhost playlist undo: what a build wrote, taken back.

local build_view = require("programs.playlist.lib.build_view")
local commands = require("programs.playlist.lib.commands")
local prose = require("lib.prose")
local take_back = require("programs.playlist.lib.writing.take_back")

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
  local journal, said = take_back(args.build, { force = args.force, view = view })
  local done = {
    build = journal.id, playlist = journal.playlist or mix.json.null, name = journal.name,
    done = said,
  }
  mix.events.emit("done", done)
  if mix.events.enabled() then return end
  if args.json then return print(mix.json.encode(done)) end
  prose.print(said)
end
