-- What may be said about a build on the command line: it outranks the draft, for this run.

local options = require("programs.playlist.lib.options")

local build_options = {}

local switch = { "on", "off" }

-- The draft's fields by the options that set them.
local fields = {
  name = "playlist_name", date_stamp = "date_stamp", limit = "limit_per_artist",
  max_artists = "max_artists", max_tracks = "max_tracks", shuffle = "shuffle",
  seed = "shuffle_seed",
  dedupe = "dedupe_variants", reuse = "reuse_existing", truncate = "truncate",
  playlist = "target_playlist_id", library = "library_artists", followed = "followed_artists",
  artists = "manual_artist_queries", artists_file = "artists_file", print = "print_tracks",
  verbose_artists = "verbose",
}

--- The options of build and plan, for mix.args.parse.
function build_options.specs()
  return {
    { "name", help = "what the playlist is called" },
    { "date-stamp", type = "choice", choices = switch, help = "put the date behind the name" },
    { "artists", placeholder = "LIST", help = "names or addresses, with commas between" },
    { "artists-file", type = "path", placeholder = "FILE", help = "a file with an artist a line" },
    { "library", type = "choice", choices = switch, help = "also the artists you hear most" },
    { "followed", type = "choice", choices = switch, help = "also the artists you follow" },
    { "limit", placeholder = "N", help = "tracks of each artist; 0: none" },
    { "max-artists", placeholder = "N", help = "artists in all; 0: no limit" },
    { "max-tracks", placeholder = "N", help = "tracks in all; 0: no limit" },
    { "dedupe", type = "choice", choices = switch, help = "take each song of an artist once" },
    { "shuffle", type = "choice", choices = switch, help = "mix the artists" },
    { "seed", placeholder = "N", help = "of the shuffle: the same seed, the same order" },
    { "reuse", type = "choice", choices = switch, help = "change the playlist of that name" },
    { "playlist", placeholder = "ID", help = "with --reuse on: this one, whatever its name" },
    { "truncate", type = "choice", choices = switch,
      help = "with --reuse on: replace what is in it" },
    { "print", type = "choice", choices = switch, help = "list the tracks" },
    { "verbose-artists", type = "choice", choices = switch, help = "say who was not found" },
    { "rules", default = "standard", placeholder = "NAME", help = "the rules of playlist/" },
  }
end

--- The draft with what the command line says: every field has its value.
function build_options.chosen(args)
  local draft = options.load()
  for option, field in pairs(fields) do
    local value = args[option]
    if value ~= nil then options.set(draft, field, value) end
  end
  return options.whole(draft)
end

return build_options
