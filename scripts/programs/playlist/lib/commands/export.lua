-- mixhost playlist export: a playlist's tracks for other programs.

local choosing = require("programs.playlist.lib.choosing")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local session = require("programs.playlist.lib.session")
local spotify = require("services.spotify.provider")
local track_export = require("lib.track_export")

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
  local args = commands.parse("export", {
    summary = "Writes a playlist's tracks as CSV, M3U, JSPF or XSPF, with title, artists, album, "
      .. "length, ISRC and address; with --json as JSON.",
    options = track_export.options(choosing.options),
    positional = { choosing.positional },
    examples = { "$0 export \"Road Trip Mix\" --output road.xspf" },
  })
  args.format = track_export.format(args)
  local service, user = session.signed_in()
  local target = choosing.find(args, service, user, true)
  local entries = with_addresses(failure.need(service:entries(target.id)))
  local list = {
    name = target.name or target.id, description = target.description or "",
    url = spotify.link(target.id), tracks = mix.json.array(entries),
  }
  track_export.write(list, args, "item")
end
