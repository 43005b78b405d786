-- mixhost listenbrainz export: a playlist's tracks for other programs.

local commands = require("programs.listenbrainz.lib.commands")
local listenbrainz = require("providers.listenbrainz")
local track_files = require("programs.playlist.lib.track_files")

-- The playlist that a text means: an address, an identifier, or the name of one of the user's.
local function find(args)
  local id = listenbrainz.id_of(args.playlist)
  if id then return id, listenbrainz.open() end
  local list, service = commands.playlists(args)
  local names, wanted = {}, mix.text.fold(args.playlist)
  for place, playlist in ipairs(list) do
    if mix.text.fold(playlist.name) == wanted then return playlist.id, service end
    names[place] = playlist.name
  end
  local near = mix.args.suggest(args.playlist, names)
  return mix.ui.fail(("there is no playlist \"%s\"%s; %s list shows them"):format(args.playlist,
    near and (" (did you mean \"%s\"?)"):format(near) or "", mix.args.command))
end

return function()
  local args = commands.parse("export", {
    summary = "Writes a playlist's tracks as CSV, M3U, JSPF or XSPF, with title, artist, album, "
      .. "length and the recording's address at MusicBrainz; with --json as JSON.",
    options = {
      { "format", type = "choice", choices = track_files.formats,
        help = "default: as the file's name says, else csv" },
      { "output", type = "path", access = "write", placeholder = "FILE",
        help = "where to (default: standard output)" },
    },
    positional = { { "playlist", help = "its name, identifier or address" } },
    examples = { "$0 export \"Weekly Exploration\" --output weekly.xspf" },
  })
  local id, service = find(args)
  local list = commands.need(service:playlist(id))
  list.description = list.description or ""
  local format = args.format or args.output and track_files.format_of(args.output) or "csv"
  local text = args.json and mix.json.encode(list, { pretty = true }) .. "\n"
    or track_files.write(list, format)
  if not args.output then return io.write(text) end
  commands.need(mix.fs.write(args.output, text))
  mix.ui.note(("%d tracks of \"%s\" in %s"):format(#list.tracks, list.name, args.output))
end
