-- The command export: a playlist's tracks for other programs.

local track_export = require("lib.track_export")

return function(commands, provider)
  local args = commands.parse("export", {
    summary = "Writes a playlist of your music server as CSV, M3U, JSPF or XSPF; with --json as "
      .. "JSON.",
    options = track_export.options(),
    positional = { { "playlist", help = "its name or identifier" } },
    examples = { "$0 export Kitchen --output kitchen.xspf" },
  })
  local service = provider.open()
  local found = track_export.find(
    commands.need(service:playlists()), args.playlist, "playlists")
  local list = commands.need(service:playlist(found.id))
  list.name, list.description = list.name or found.name, ""
  list.tracks = mix.json.array(list.tracks)
  for _, track in ipairs(list.tracks) do
    -- Only the server itself can play what its identifiers stand for.
    track.artists, track.uri = { track.artist }, ("%s:%s"):format(provider.name, track.id)
  end
  track_export.write(list, args)
end
