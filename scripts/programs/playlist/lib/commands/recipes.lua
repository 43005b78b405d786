-- mixhost playlist recipes: what is kept, and what it builds.

local artist_lines = require("programs.playlist.lib.artist_lines")
local columns = require("programs.playlist.lib.columns")
local commands = require("programs.playlist.lib.commands")
local options = require("programs.playlist.lib.draft.options")
local recipes = require("programs.playlist.lib.draft.recipes")
local spotify = require("providers.spotify")
local words = require("programs.playlist.lib.words")

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

local actions = {}

function actions.show(args)
  local list, rows = recipes.list(), {}
  if args.json then
    return print(mix.json.encode(mix.json.array(list), { pretty = true }))
  end
  if #list == 0 then return mix.ui.note("no recipe was saved yet") end
  for place, recipe in ipairs(list) do
    rows[place] = {
      recipe = recipe.name, artists = artists_of(recipe),
      playlist = options.whole(recipe.options).playlist_name, saved = words.time(recipe.saved),
      url = recipe.playlist and spotify.link(recipe.playlist) or "not built yet",
    }
  end
  mix.ui.table(rows, { columns = columns.fit(rows, {
    { key = "recipe", title = "Recipe" }, { key = "playlist", title = "Playlist", drop = 1 },
    { key = "artists", title = "Artists", flexible = true },
    { key = "saved", title = "Saved", drop = 2 }, { key = "url", title = "Built into", drop = 3 },
  }) })
end

function actions.remove(args)
  if not args.recipe then mix.ui.fail("recipes remove takes the name of a recipe", 2) end
  recipes.remove(args.recipe)
  mix.ui.note(("recipe \"%s\" is removed; its playlist stays"):format(args.recipe))
end

return function()
  local args = commands.parse("recipes", {
    summary = "Shows the recipes that were saved, or removes one.",
    positional = {
      { "action", type = "choice", choices = { "show", "remove" }, default = "show",
        help = "what to do" },
      { "recipe", optional = true, help = "remove: the recipe's name" },
    },
    examples = { "$0 recipes", "$0 recipes remove road" },
  })
  return actions[args.action](args)
end
