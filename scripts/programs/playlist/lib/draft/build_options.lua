-- The options of a build on the command line: they outrank the draft, for this run.

local choosing = require("programs.playlist.lib.choosing")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")

local build_options = {}

local switch = { "on", "off" }

-- The draft's fields by the options that set them.
local fields = {
  name = "playlist_name", ["date-stamp"] = "date_stamp", limit = "limit_per_artist",
  ["max-artists"] = "max_artists", ["max-tracks"] = "max_tracks", shuffle = "shuffle",
  seed = "shuffle_seed", dedupe = "dedupe_variants", reuse = "reuse_existing",
  truncate = "truncate", playlist = "target_playlist_id", library = "library_artists",
  followed = "followed_artists", artists = "manual_artist_queries",
  ["artists-file"] = "artists_file", print = "print_tracks", ["verbose-artists"] = "verbose",
}

-- The sources of artists; named ones come alone.
local sources = { "manual_artist_queries", "artists_file", "library_artists", "followed_artists" }

local specs = {
  { "name", help = "the playlist's name" },
  { "date-stamp", type = "choice", choices = switch, help = "put the date behind the name" },
  { "artists", placeholder = "LIST",
    help = "names or addresses, with commas between; these alone, without the draft's" },
  { "artists-file", type = "path", placeholder = "FILE", help = "a file, one artist per line" },
  { "library", type = "choice", choices = switch, help = "also the artists you hear most" },
  { "followed", type = "choice", choices = switch,
    help = "also the artists you follow (default: when no artist is named)" },
  { "limit", placeholder = "N", help = "tracks of each artist; 0: none" },
  { "max-artists", placeholder = "N", help = "artists in all; 0: no limit" },
  { "max-tracks", placeholder = "N", help = "tracks in all; 0: no limit" },
  { "dedupe", type = "choice", choices = switch, help = "take each song of an artist once" },
  { "shuffle", type = "choice", choices = switch, help = "mix the artists" },
  { "seed", placeholder = "N", help = "with --shuffle on: the same seed, the same order" },
  { "reuse", type = "choice", choices = switch, help = "change the playlist of that name" },
  { "playlist", placeholder = "P",
    help = "change this one: its id, its address, or the name of one of yours" },
  choosing.option,
  { "truncate", type = "choice", choices = switch,
    help = "with --reuse on or --playlist: replace what is in it" },
  { "print", type = "choice", choices = switch, help = "list the tracks" },
  { "verbose-artists", type = "choice", choices = switch, help = "list artists not found" },
  { "rules", default = "standard", placeholder = "NAME", help = "the rules of playlist/" },
}

--- The options of build, plan and save, for mix.args.parse; a new list each time.
function build_options.specs() return table.move(specs, 1, #specs, 1, {}) end

-- The value of an option; nil when it was not given.
local function given(args, option) return args[(option:gsub("-", "_"))] end

local function refuse(message) failure.raise(message, "usage") end

-- Refuses combinations in which one option would be silently ignored.
local function check(args, whole)
  if args.playlist and args.reuse == "off" then
    refuse("--playlist names a playlist to change, and --reuse off makes a new one: leave one out")
  end
  if args.playlist and args.name then
    refuse("--name is for a new playlist, and --playlist keeps its own: leave one out")
  end
  if args.playlist and args.date_stamp == "on" then
    refuse("--date-stamp on is for a new playlist, and --playlist keeps its name: leave one out")
  end
  if args.truncate == "on" and not whole.reuse_existing then
    refuse("--truncate on replaces what is in a playlist: say which by --playlist, or --reuse on")
  end
  if args.seed and not whole.shuffle then
    refuse("--seed orders a shuffle: it needs --shuffle on")
  end
  if args.pick and not whole.reuse_existing then
    refuse("--pick chooses between playlists of one name: it needs --playlist or --reuse on")
  end
end

--- The draft with what the command line says.
function build_options.draft(args)
  local draft = options.load()
  if args.artists or args.artists_file then
    for _, field in ipairs(sources) do draft[field] = nil end
  end
  for option, field in pairs(fields) do
    local value = given(args, option)
    if value ~= nil then options.set(draft, field, value, "--" .. option) end
  end
  if args.artists and #draft.manual_artist_queries == 0 then
    refuse("--artists names nobody")
  end
  if args.playlist then
    draft.reuse_existing = true
  elseif args.name then
    -- A name on the command line outranks the draft's playlist.
    draft.target_playlist_id = nil
  end
  check(args, options.whole(draft))
  return draft
end

--- As draft, with a value for every field that has a default.
function build_options.chosen(args) return options.whole(build_options.draft(args)) end

--- The options that were given, for commands that take none of them; sorted.
function build_options.given(args)
  local names = {}
  for option in pairs(fields) do
    if given(args, option) ~= nil then names[#names + 1] = "--" .. option end
  end
  if args.pick then names[#names + 1] = "--pick" end
  if args.dry_run then names[#names + 1] = "--dry-run" end
  table.sort(names)
  return names
end

return build_options
