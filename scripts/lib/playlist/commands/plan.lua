-- playlist.lua plan: build --dry-run.

local build = require("lib.playlist.build")
local build_options = require("lib.playlist.build_options")
local commands = require("lib.playlist.commands")

return function()
  local args = commands.parse("plan", {
    summary = "Says what build would write, as build says it, and writes nothing.",
    options = build_options.specs(),
    examples = { "mixhost scripts/playlist.lua plan --artists-file artists.txt --limit 3 --json" },
  })
  args.dry_run = true
  return build.run(build_options.chosen(args), args)
end
