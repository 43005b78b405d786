-- The commands of playlist.lua: what they are called, and what they share.

local failures = require("lib.playlist.failures")
local subcommands = require("lib.subcommands")

local summaries = {
  { "build", "choose the tracks and write the playlist; --dry-run, --resume" },
  { "plan", "say what build would write, and change nothing" },
  { "options", "show, set, export or import the draft that builds begin with" },
  { "artists", "check how the lines of a file are understood" },
  { "open", "the address of the playlist that was built last" },
  { "undo", "take back what the last build wrote" },
}

local commands = subcommands.new("playlist", summaries)

--- The first word that names a command; options may stand before it.
function commands.chosen()
  for _, word in ipairs(arg) do
    if commands.known[word] then return word end
  end
end

--- Without a command: help when it is asked for, else what commands there are.
function commands.explain()
  local lines, names = {}, {}
  for place, entry in ipairs(summaries) do
    lines[place] = ("%-8s %s"):format(entry[1], entry[2])
    names[place] = entry[1]
  end
  local args = mix.args.parse({
    name = "playlist",
    summary = "Playlists of the top tracks of artists, at Spotify.\n\nCommands:\n  "
      .. table.concat(lines, "\n  ") .. "\n\nThe options of each: playlist.lua COMMAND --help",
    positional = { { "command", optional = true, help = "one of the commands above" } },
    examples = {
      "mixhost auth login spotify",
      "mixhost scripts/playlist.lua plan --artists \"A-ha, Metallica\" --limit 3",
      "mixhost scripts/playlist.lua build --name \"Road Trip Mix\"",
    },
  })
  local said = args.command and ("\"%s\" is no command"):format(args.command)
    or "a command is missing"
  mix.log.error(("playlist: %s; there are %s. See mixhost scripts/playlist.lua --help"):format(
    said, table.concat(names, ", ")))
end

-- Wrong values of options are wrong use.
local wrong_use = { options = true, usage = true }

--- Runs a command; failures end it with a line.
function commands.run(name)
  local _, err = failures.caught(require("lib.playlist.commands." .. name))
  if err then commands.give_up(err.message, wrong_use[err.kind] and 2 or 1) end
end

--- "1 track", "3 tracks".
function commands.count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

return commands
