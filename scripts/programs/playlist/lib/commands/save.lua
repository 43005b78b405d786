-- mixhost playlist save: keeps the options of a build.

local build_options = require("programs.playlist.lib.build_options")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local recipes = require("programs.playlist.lib.recipes")

return function()
  local args = commands.parse("save", {
    summary = "Keeps the options of a build, those of the draft included, under a name. Nothing is "
      .. "asked or written.",
    options = build_options.specs(),
    positional = { { "recipe", help = "the recipe's name" } },
    examples = {
      "$0 save road --artists \"A-ha, Metallica\" --limit 3 --name \"Road Trip Mix\"",
      "mixhost playlist run road",
    },
  })
  chosen_rules("playlist", args.rules)
  local was_there = recipes.save(args.recipe, build_options.draft(args), args.rules)
  mix.ui.note(("recipe \"%s\" %s; mixhost playlist run \"%s\" builds it"):format(
    args.recipe, was_there and "replaced" or "saved", args.recipe))
end
