-- mixhost listenbrainz export: a playlist's tracks for other programs.

local commands = require("programs.listenbrainz.lib.commands")
local listenbrainz = require("providers.listenbrainz")
local track_export = require("lib.track_export")

-- The playlist that a text means: an address, an identifier, or the name of one of the user's.
local function find(args)
  local id = listenbrainz.id_of(args.playlist)
  if id then return id, listenbrainz.open() end
  local list, service = commands.playlists(args)
  return track_export.find(list, args.playlist, "list").id, service
end

return function()
  local args = commands.parse("export", {
    summary = "Writes a playlist's tracks as CSV, M3U, JSPF or XSPF, with title, artist, album, "
      .. "length and the recording's address at MusicBrainz; with --json as JSON.",
    options = track_export.options(),
    positional = { { "playlist", help = "its name, identifier or address" } },
    examples = { "$0 export \"Weekly Exploration\" --output weekly.xspf" },
  })
  local id, service = find(args)
  local list = commands.need(service:playlist(id))
  list.description = list.description or ""
  track_export.write(list, args)
end
