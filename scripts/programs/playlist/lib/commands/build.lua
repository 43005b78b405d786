-- mixhost playlist build and plan: choose, plan and write, or plan alone.

local build = require("programs.playlist.lib.build")
local build_options = require("programs.playlist.lib.draft.build_options")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")

local actions = {}

function actions.plan()
  local args = commands.parse("plan", {
    summary = "Says what build would write, as build says it, and writes nothing.",
    options = build_options.specs(),
    examples = { "$0 plan --artists-file artists.txt --limit 3 --json" },
  })
  args.dry_run = true
  build.run(build_options.chosen(args), args)
end

function actions.build()
  local specs = build_options.specs()
  specs[#specs + 1] = { "dry-run", type = "flag", help = "plan only: say what would be written" }
  specs[#specs + 1] = { "resume", type = "flag", help = "continue the build that did not finish" }
  local args = commands.parse("build", {
    summary = "Chooses the top tracks of artists and writes them into a playlist. Options not "
      .. "given here come from the draft (the command options).",
    options = specs,
    examples = {
      "$0 build --artists \"A-ha, Metallica\" --name \"Road Trip Mix\"",
      "$0 build --playlist \"Road Trip Mix\" --shuffle on --seed 1234",
      "$0 build --resume",
    },
  })
  if args.resume then
    local given = build_options.given(args)
    if #given > 0 then
      failure.raise(("--resume continues what was planned: it does not take %s"):format(
        table.concat(given, ", ")), "usage")
    end
    return build.resume(args)
  end
  build.run(build_options.chosen(args), args)
end

return function(name) return actions[name]() end
