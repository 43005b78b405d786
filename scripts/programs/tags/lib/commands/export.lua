-- mixhost tags export: the files of a folder as a playlist.

local choices = require("programs.tags.lib.choices")
local commands = require("programs.tags.lib.commands")
local folder_tracks = require("programs.tags.lib.folder_tracks")
local track_export = require("lib.track_export")

-- The playlist's path without links, as the files' paths are; its folder need not be readable.
local function real_path(path)
  local whole = mix.fs.absolute(path)
  local ok, info = pcall(mix.fs.info, whole:match("^(.*)/") .. "/.")
  return ok and info and info.real .. whole:match("/[^/]*$") or whole
end

return function()
  local args = commands.parse("export", {
    summary = "Writes the audio files of a folder as an M3U, JSPF, XSPF or CSV playlist, in the "
      .. "order of their paths, with titles from their tags; with --json as JSON.",
    options = track_export.options({
      { "absolute", type = "flag",
        help = "full paths (default: as seen from the playlist's own folder)" },
      choices.follow,
    }, "m3u"),
    positional = { commands.folder() },
    examples = { "$0 export ~/Music/New --output ~/Music/new.m3u8" },
  })
  args.format = track_export.format(args, "m3u")
  local root = commands.root(args)
  local address = folder_tracks.addresses({
    playlist = real_path(args.output or "playlist"),
    is_absolute = args.absolute, is_uri = args.format == "xspf" or args.format == "jspf",
  })
  local tracks, problems = folder_tracks.read(root, address, args.follow)
  for _, problem in ipairs(problems) do mix.ui.problem(problem) end
  if #tracks == 0 then mix.ui.fail(("no audio file can be read in %s"):format(root)) end
  track_export.write({
    name = root:match("[^/]+$") or root, description = "", tracks = tracks,
  }, args, "file")
  if #problems > 0 then os.exit(1) end
end
