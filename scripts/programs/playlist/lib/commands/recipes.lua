-- mixhost playlist recipes: what is kept, and what it builds.

local artist_lines = require("programs.playlist.lib.artist_lines")
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
  mix.ui.table(rows, { columns = {
    { key = "recipe", title = "Recipe", least = 20 },
    { key = "playlist", title = "Playlist", least = 12, drop = 3 },
    { key = "artists", title = "Artists", least = 12 },
    { key = "saved", title = "Saved", least = 16, drop = 2 },
    { key = "url", title = "Built into", least = 56, drop = 1 },
  } })
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
