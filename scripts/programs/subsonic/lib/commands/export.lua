-- mixhost subsonic export: a playlist's tracks for other programs.

local commands = require("programs.subsonic.lib.commands")
local subsonic = require("providers.subsonic")
local track_files = require("programs.playlist.lib.track_files")

-- The playlist of a name or an identifier.
local function find(service, text)
  local names, wanted = {}, mix.text.fold(text)
  for place, playlist in ipairs(commands.need(service:playlists())) do
    if playlist.id == text or mix.text.fold(playlist.name) == wanted then return playlist.id end
    names[place] = playlist.name
  end
  local near = mix.args.suggest(text, names)
  return mix.ui.fail(("there is no playlist \"%s\"%s; %s playlists shows them"):format(text,
    near and (" (did you mean \"%s\"?)"):format(near) or "", mix.args.command))
end

return function()
  local args = commands.parse("export", {
    summary = "Writes a playlist of your music server as CSV, M3U, JSPF or XSPF; with --json as "
      .. "JSON.",
    options = {
      { "format", type = "choice", choices = track_files.formats,
        help = "default: as the file's name says, else csv" },
      { "output", type = "path", access = "write", placeholder = "FILE",
        help = "where to (default: standard output)" },
    },
    positional = { { "playlist", help = "its name or identifier" } },
    examples = { "$0 export Kitchen --output kitchen.xspf" },
  })
  local service = subsonic.open()
  local list = commands.need(service:playlist(find(service, args.playlist)))
  list.description, list.tracks = "", mix.json.array(list.tracks)
  for _, track in ipairs(list.tracks) do
    -- Only the server itself can play what its identifiers stand for.
    track.artists, track.uri, track.url = { track.artist }, "subsonic:" .. track.id, ""
  end
  local format = args.format or args.output and track_files.format_of(args.output) or "csv"
  local text = args.json and mix.json.encode(list, { pretty = true }) .. "\n"
    or track_files.write(list, format)
  if not args.output then return io.write(text) end
  commands.need(mix.fs.write(args.output, text))
  mix.ui.note(("%d tracks of \"%s\" in %s"):format(#list.tracks, list.name, args.output))
end
