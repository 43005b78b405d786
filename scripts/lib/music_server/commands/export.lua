-- The command export: writes a playlist's tracks for other programs.

local need = require("lib.need")
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
    need(service:playlists()), args.playlist, "playlists")
  local list = need(service:playlist(found.id))
  list.name, list.description = list.name or found.name, ""
  list.tracks = mix.json.array(list.tracks)
  for _, track in ipairs(list.tracks) do
    -- Only the server itself can play tracks by their identifiers.
    track.artists, track.uri = { track.artist }, ("%s:%s"):format(provider.name, track.id)
  end
  track_export.write(list, args)
end
