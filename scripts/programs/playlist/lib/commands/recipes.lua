-- mixhost playlist save, run and recipes: options of builds that are kept under names. A refresher
-- runs `run`.

local artist_lines = require("programs.playlist.lib.artist_lines")
local build_options = require("programs.playlist.lib.draft.build_options")
local choosing = require("programs.playlist.lib.choosing")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")
local recipes = require("programs.playlist.lib.draft.recipes")
local spotify = require("services.spotify.provider")
local words = require("programs.playlist.lib.words")

local actions = {}

-- The draft with the lines of its file in it: who repeats the recipe may not be able to read that.
local function with_file_artists(draft)
  if not draft.artists_file then return draft end
  local names = mix.json.array(draft.manual_artist_queries or {})
  for _, name in ipairs(artist_lines.of_file(draft.artists_file)) do names[#names + 1] = name end
  draft.manual_artist_queries, draft.artists_file = names, nil
  return draft
end

function actions.save()
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

function actions.run()
  local args = commands.parse("run", {
    summary = "Builds recipes: the first time into a new playlist, from then on into the same one, "
      .. "which is replaced unless the recipe was saved with --truncate off.",
    options = {
      { "dry-run", type = "flag", help = "plan only: say what would be written" }, choosing.option,
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

-- The source of its artists, in words.
local function artists_of(recipe)
  local draft, parts = recipe.options, {}
  local named = draft.manual_artist_queries or {}
  if #named > 0 then parts[1] = artist_lines.join(named) end
  if draft.artists_file then parts[#parts + 1] = draft.artists_file end
  if draft.library_artists then parts[#parts + 1] = "your library" end
  if draft.followed_artists or #parts == 0 and draft.followed_artists == nil then
    parts[#parts + 1] = "those you follow"
  end
  return table.concat(parts, ", ")
end

local recipe_actions = {}

function recipe_actions.show(args)
  local list, rows = recipes.list(), {}
  if args.json then return print(mix.json.encode(mix.json.array(list), { pretty = true })) end
  if #list == 0 then return mix.ui.note("no recipe was saved yet") end
  for place, recipe in ipairs(list) do
    rows[place] = {
      recipe = recipe.name, artists = artists_of(recipe),
      playlist = options.whole(recipe.options).playlist_name, saved = words.time(recipe.saved),
      url = recipe.playlist and spotify.link(recipe.playlist) or "not built yet",
    }
  end
  mix.ui.table(rows, { columns = {
    { key = "recipe", title = "Recipe", least = 20 },
    { key = "playlist", title = "Playlist", least = 12, drop = 3 },
    { key = "artists", title = "Artists", least = 12 },
    { key = "saved", title = "Saved", least = 16, drop = 2 },
    { key = "url", title = "Built into", least = 56, drop = 1 },
  } })
end

function recipe_actions.remove(args)
  if not args.recipe then mix.ui.fail("recipes remove takes the name of a recipe", 2) end
  recipes.remove(args.recipe)
  mix.ui.note(("recipe \"%s\" is removed; its playlist stays"):format(args.recipe))
end

function actions.recipes()
  local args = commands.parse("recipes", {
    summary = "Shows the recipes that were saved, or removes one.",
    positional = {
      { "action", type = "choice", choices = { "show", "remove" }, default = "show",
        help = "what to do" },
      { "recipe", optional = true, help = "remove: the recipe's name" },
    },
    examples = { "$0 recipes", "$0 recipes remove road" },
  })
  return recipe_actions[args.action](args)
end

return function(name) return actions[name]() end
