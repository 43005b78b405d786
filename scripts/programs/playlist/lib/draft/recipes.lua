-- Builds that are kept by name, so that they can be repeated: each knows the playlist that it made
-- and builds into it from then on.

local build = require("programs.playlist.lib.build")
local build_view = require("programs.playlist.lib.build_view")
local builds = require("programs.playlist.lib.writing.builds")
local failure = require("lib.failure")
local near = require("lib.near")
local options = require("programs.playlist.lib.draft.options")
local session = require("programs.playlist.lib.session")

local recipes = {}

local function open() return mix.store.open("recipes") end

--- The recipe of a name; a failure with the nearest name when there is none.
function recipes.get(name)
  local found = open():get(name)
  if found then return found end
  local names = {}
  for _, recipe in ipairs(recipes.list()) do names[#names + 1] = recipe.name end
  return failure.raise(("there is no recipe \"%s\"%s; playlist recipes shows them"):format(
    name, near(name, names, true)), "unknown")
end

--- All recipes by name.
function recipes.list() return open():find({ limit = 10000 }) end

--- Keeps a draft under a name; what is known of its playlist stays. `appends`: whether its own
--- playlist keeps what is in it.
function recipes.save(name, draft, rules, appends)
  if not name:find("%S") or name:find("[%c,]") or utf8.len(name) == nil or #name > 200 then
    failure.raise("a recipe's name is one line of at most 200 bytes without commas", "usage")
  end
  local store = open()
  local before = store:get(name)
  failure.need(store:put({
    name = name, options = draft, rules = rules, appends = appends,
    playlist = before and before.playlist or nil,
    saved = mix.time.now(), created = before and before.created or mix.time.now(),
  }))
  return before ~= nil
end

--- Forgets a recipe; its playlist stays.
function recipes.remove(name)
  recipes.get(name)
  failure.need(open():delete(name))
end

-- Whether the playlist of a recipe is still on the user's list.
local function is_listed(service, id)
  for _, playlist in ipairs(failure.need(service:playlists())) do
    if playlist.id == id then return true end
  end
  return false
end

-- The playlist that a recipe builds into: also that of a run which was stopped before the recipe
-- knew.
local function playlist_of(recipe, user)
  local own = builds.newest(user.id, function(record)
    return record.recipe == recipe.name and record.started >= recipe.created
      and record.playlist and record.state ~= "undone"
  end)
  return own and own.playlist or recipe.playlist
end

-- The options of a run: into the recipe's own playlist, which is replaced unless the recipe says
-- that new tracks are added.
local function options_of(recipe)
  local whole = options.whole(recipe.options)
  -- A playlist that the user had before is changed as build changes it.
  if whole.reuse_existing then return whole end
  local service = session.service()
  local playlist = playlist_of(recipe, failure.need(service:me()))
  if playlist and is_listed(service, playlist) then
    whole.reuse_existing, whole.target_playlist_id = true, playlist
    whole.truncate = not recipe.appends
  end
  return whole
end

-- A run that nobody watches must not wait for the user: what the last one left is completed.
local function complete_left(args)
  session.run("mixhost playlist run", function(service, user)
    build.go_on(service, user, build_view.open({ json = true, quiet = args.quiet }))
  end)
end

--- Builds a recipe. `args`: as for build.run.
function recipes.run(recipe, args)
  if not args.dry_run then complete_left(args) end
  local run = { dry_run = args.dry_run, json = args.json, quiet = args.quiet, pick = args.pick,
    rules = recipe.rules }
  local made, journal = build.run(options_of(recipe), run, recipe.name)
  local id = journal and journal.playlist or made.playlist and made.playlist.id
  if journal and id and id ~= recipe.playlist then
    recipe.playlist = id
    failure.need(open():put(recipe))
  end
end

return recipes
