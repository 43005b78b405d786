-- mixhost playlist save: keeps the options of a build.

local artist_lines = require("programs.playlist.lib.artist_lines")
local build_options = require("programs.playlist.lib.draft.build_options")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local recipes = require("programs.playlist.lib.draft.recipes")

-- The draft with the lines of its file in it: who repeats the recipe may not be able to read that.
local function with_file_artists(draft)
  if not draft.artists_file then return draft end
  local names = mix.json.array(draft.manual_artist_queries or {})
  for _, name in ipairs(artist_lines.of_file(draft.artists_file)) do names[#names + 1] = name end
  draft.manual_artist_queries, draft.artists_file = names, nil
  return draft
end

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
  local draft = with_file_artists(build_options.draft(args))
  local was_there = recipes.save(args.recipe, draft, args.rules, args.truncate == "off")
  mix.ui.note(("recipe \"%s\" %s; mixhost playlist run \"%s\" builds it"):format(
    args.recipe, was_there and "replaced" or "saved", args.recipe))
end
