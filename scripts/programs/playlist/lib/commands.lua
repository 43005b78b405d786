-- The commands of mixhost playlist: what they are called, and what they share.

local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "playlist", folder = "programs.playlist.lib.commands",
  summary = "Playlists of the top tracks of artists, at Spotify.",
  commands = {
    { "build", "choose the tracks and write the playlist; --dry-run, --resume" },
    { "plan", "show what build would write, without writing it", "build" },
    { "history", "list what was written, newest first" },
    { "undo", "undo the last build, or a named one" },
    { "options", "show, set, export or import the draft that builds begin with" },
    { "artists", "check how the lines of a file are understood" },
    { "save", "keep the options of a build as a recipe", "recipes" },
    { "run", "build recipes, each into its own playlist", "recipes" },
    { "recipes", "show the recipes, or remove one" },
    { "list", "list your playlists" },
    { "open", "print the address of the last playlist built, or of another" },
    { "dedupe", "remove duplicates from a playlist" },
    { "export", "write a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON" },
    { "import", "add the tracks of such a file to a playlist" },
    { "backup", "copy your playlists into a file" },
    { "restore", "restore playlists from such a file" },
  },
  examples = {
    "mixhost auth login spotify",
    "$0 plan --artists \"A-ha, Metallica\" --limit 3",
    "$0 build --name \"Road Trip Mix\"",
  },
})

return commands
