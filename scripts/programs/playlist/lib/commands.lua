-- The commands of mixhost playlist: what they are called, and what they share.

local failures = require("programs.playlist.lib.failures")
local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "playlist", folder = "programs.playlist.lib.commands",
  summary = "Playlists of the top tracks of artists, at Spotify.",
  commands = {
    { "build", "choose the tracks and write the playlist; --dry-run, --resume" },
    { "plan", "say what build would write, and change nothing" },
    { "options", "show, set, export or import the draft that builds begin with" },
    { "artists", "check how the lines of a file are understood" },
    { "open", "the address of the playlist that was built last" },
    { "undo", "take back what the last build wrote" },
  },
  examples = {
    "mixhost auth login spotify",
    "$0 plan --artists \"A-ha, Metallica\" --limit 3",
    "$0 build --name \"Road Trip Mix\"",
  },
})

-- Wrong values of options are wrong use.
local wrong_use = { options = true, usage = true }

--- Runs a command; failures end it with a line.
function commands.call(command)
  local _, err = failures.caught(command)
  if err then mix.ui.fail(err.message, wrong_use[err.kind] and 2 or 1) end
end

--- "1 track", "3 tracks".
function commands.count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

return commands
