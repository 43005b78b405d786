-- mixhost playlist run: builds recipes. A refresher runs this.

local choosing = require("programs.playlist.lib.choosing")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local recipes = require("programs.playlist.lib.draft.recipes")

-- The recipes that are named; else those of the setting; else all.
local function chosen(names)
  local list = {}
  if #names == 0 then
    for name in (mix.env.setting("playlist.recipes") or ""):gmatch("[^,]+") do
      names[#names + 1] = name:match("^%s*(.-)%s*$")
    end
  end
  for place, name in ipairs(names) do list[place] = recipes.get(name) end
  return #list > 0 and list or recipes.list()
end

return function()
  local args = commands.parse("run", {
    summary = "Builds recipes: the first time into a new playlist, from then on into the same one, "
      .. "which is replaced unless the recipe was saved with --truncate off.",
    options = {
      { "dry-run", type = "flag", help = "plan only: say what would be written" },
      choosing.option,
    },
    positional = {
      { "recipes", many = true, optional = true,
        help = "names (default: the setting playlist.recipes, else all)" },
    },
    examples = { "$0 run road", "mixhost config set playlist.every 7d" },
  })
  local list = chosen(args.recipes or {})
  if #list == 0 then
    failure.raise("there is no recipe: playlist save NAME keeps one", "unknown")
  end
  local failed = 0
  for _, recipe in ipairs(list) do
    if #list > 1 then mix.ui.note(("recipe \"%s\""):format(recipe.name)) end
    local _, err = failure.caught(function() recipes.run(recipe, args) end)
    if err then
      failed = failed + 1
      mix.ui.problem(#list > 1 and ("recipe \"%s\": %s"):format(recipe.name, err.message)
        or err.message)
    end
  end
  if failed > 0 then os.exit(1) end
end
