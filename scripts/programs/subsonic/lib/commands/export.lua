-- mixhost subsonic export: a playlist's tracks for other programs.

local commands = require("programs.subsonic.lib.commands")
local subsonic = require("providers.subsonic")
local track_export = require("lib.track_export")

return function()
  local args = commands.parse("export", {
    summary = "Writes a playlist of your music server as CSV, M3U, JSPF or XSPF; with --json as "
      .. "JSON.",
    options = track_export.options(),
    positional = { { "playlist", help = "its name or identifier" } },
    examples = { "$0 export Kitchen --output kitchen.xspf" },
  })
  local service = subsonic.open()
  local found = track_export.find(
    commands.need(service:playlists()), args.playlist, "playlists")
  local list = commands.need(service:playlist(found.id))
  list.description, list.tracks = "", mix.json.array(list.tracks)
  for _, track in ipairs(list.tracks) do
    -- Only the server itself can play what its identifiers stand for.
    track.artists, track.uri, track.url = { track.artist }, "subsonic:" .. track.id, ""
  end
  track_export.write(list, args)
end
