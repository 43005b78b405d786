-- mixhost playlist export: a playlist's tracks for other programs.

local commands = require("programs.playlist.lib.commands")
local failures = require("programs.playlist.lib.failures")
local playlist_arguments = require("programs.playlist.lib.playlist_arguments")
local session = require("programs.playlist.lib.session")
local spotify = require("providers.spotify")
local track_files = require("programs.playlist.lib.track_files")

local function with_addresses(entries)
  for _, entry in ipairs(entries) do
    local kind, id = entry.uri:match("^spotify:(%a+):(%w+)$")
    if kind == "track" or kind == "episode" then
      entry.url = ("https://open.spotify.com/%s/%s"):format(kind, id)
    end
  end
  return entries
end

return function()
  local options = table.move(playlist_arguments.options, 1, #playlist_arguments.options, 1, {})
  options[#options + 1] = { "format", type = "choice", choices = track_files.formats,
    help = "default: as the file's name says, else csv" }
  options[#options + 1] = { "output", type = "path", access = "write", placeholder = "FILE",
    help = "where to (default: standard output)" }
  local args = commands.parse("export", {
    summary = "Writes a playlist's tracks as CSV, M3U, JSPF or XSPF, with title, artists, album, "
      .. "length, ISRC and address; with --json as JSON.",
    options = options, positional = { playlist_arguments.positional },
    examples = { "$0 export \"Road Trip Mix\" --output road.xspf" },
  })
  local service = session.service()
  local user = failures.need(service:me())
  local target = playlist_arguments.find(args, service, user)
  local entries = with_addresses(failures.need(service:entries(target.id)))
  local list = {
    name = target.name or target.id, description = target.description or "",
    url = spotify.link(target.id), tracks = mix.json.array(entries),
  }
  local format = args.format or args.output and track_files.format_of(args.output) or "csv"
  local text = args.json and mix.json.encode(list, { pretty = true }) .. "\n"
    or track_files.write(list, format)
  if not args.output then return io.write(text) end
  failures.need(mix.fs.write(args.output, text))
  mix.ui.note(("%s of \"%s\" in %s"):format(
    commands.count(#entries, "item"), list.name, args.output))
end
