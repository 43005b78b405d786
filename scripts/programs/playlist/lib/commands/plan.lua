-- mixhost playlist plan: build --dry-run.

local build = require("programs.playlist.lib.build")
local build_options = require("programs.playlist.lib.draft.build_options")
local commands = require("programs.playlist.lib.commands")

return function()
  local args = commands.parse("plan", {
    summary = "Says what build would write, as build says it, and writes nothing.",
    options = build_options.specs(),
    examples = { "$0 plan --artists-file artists.txt --limit 3 --json" },
  })
  args.dry_run = true
  build.run(build_options.chosen(args), args)
end
