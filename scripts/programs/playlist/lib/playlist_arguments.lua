-- How users name the playlist of a command: PLAYLIST or --playlist, and --pick.

local choosing = require("programs.playlist.lib.choosing")
local failure = require("lib.failure")
local targets = require("programs.playlist.lib.targets")

local playlist_arguments = {}

--- The positional item, and the options.
playlist_arguments.positional = {
  "name", optional = true, help = "the playlist: its name, id or address",
}
playlist_arguments.options = {
  { "playlist", placeholder = "P", help = "the same, for those who like options" },
  choosing.option,
}

--- The user's choice; nil without a word.
function playlist_arguments.text(args)
  if args.name and args.playlist then
    failure.raise("the playlist is named twice: leave --playlist out", "usage")
  end
  return args.name or args.playlist
end

--- The playlist that the user means; a failure without one.
function playlist_arguments.find(args, service, user)
  local text = playlist_arguments.text(args)
  if not text then
    failure.raise("which playlist? Give its name, id or address; playlist list shows yours",
      "usage")
  end
  return targets.find(service, user.id, text, choosing.by(args.pick))
end

return playlist_arguments
