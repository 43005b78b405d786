-- The commands of mixhost tags: what they are called, and what they share.

local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "tags", folder = "programs.tags.lib.commands",
  summary = "Tags of FLAC, MP3, M4A, Ogg, WAV and AIFF files, matched with MusicBrainz and iTunes.",
  commands = {
    { "show", "show the tags of files, without network" },
    { "plan", "look up the files of a folder and keep a plan of changes; no file changes" },
    { "diff", "show the changes of the plan, value by value" },
    { "explain", "show why a file was matched, or was not" },
    { "write", "write the changes of the plan; --review decides doubts first" },
    { "undo", "restore the files of the last write, to the byte" },
    { "export", "write the files of a folder as an M3U, XSPF, JSPF or CSV playlist" },
    { "history", "list what was written, newest first" },
  },
  examples = { "$0 plan ~/Music/New", "$0 diff ~/Music/New", "$0 write ~/Music/New" },
})

--- The folder that a command is about.
function commands.folder(access)
  return { "folder", type = "path", access = access, optional = true,
    help = "the folder (default: the current one)" }
end

--- Its path from the root on, or the end of the script.
function commands.root(args)
  local path = args.folder or "."
  local info, err = mix.fs.info(path)
  if not info then mix.ui.fail(err.message) end
  if info.type ~= "folder" then
    mix.ui.fail(("%s is not a folder: name the folder that the file is in"):format(path), 2)
  end
  return info.real
end

return commands
