-- The commands of mixhost listenbrainz.

local listenbrainz = require("services.listenbrainz.provider")
local subcommands = require("lib.subcommands")
local track_export = require("lib.track_export")

local commands

-- The user's playlists, their own first.
local function playlists(args)
  local user = args.user or mix.env.setting("listenbrainz.user")
  if not user then
    mix.ui.fail("whose playlists? --user NAME, or mixhost config set listenbrainz.user NAME", 2)
  end
  local service = listenbrainz.open()
  local list = commands.need(service:playlists(user))
  for _, playlist in ipairs(commands.need(service:playlists(user, true))) do
    list[#list + 1] = playlist
  end
  return list, service
end

local function list()
  local args = commands.parse("list", {
    summary = "Shows the playlists of a ListenBrainz user and those made for them.",
    examples = { "$0 list --user rob --json" },
  })
  local found = mix.json.array((playlists(args)))
  if args.json then return print(mix.json.encode(found, { pretty = true })) end
  if #found == 0 then return mix.ui.note("no playlists") end
  mix.ui.table(found, { columns = { "name", "creator", "date", "id" } })
end

-- The playlist that a text means: an address, an identifier, or the name of one of the user's.
local function find(args)
  local id = listenbrainz.id_of(args.playlist)
  if id then return id, listenbrainz.open() end
  local found, service = playlists(args)
  return track_export.find(found, args.playlist, "list").id, service
end

-- A playlist's tracks for other programs.
local function export()
  local args = commands.parse("export", {
    summary = "Writes a playlist's tracks as CSV, M3U, JSPF or XSPF, with title, artists, album, "
      .. "length and the recording's address at MusicBrainz; with --json as JSON.",
    options = track_export.options(),
    positional = { { "playlist", help = "its name, identifier or address" } },
    examples = { "$0 export \"Weekly Exploration\" --output weekly.xspf" },
  })
  local id, service = find(args)
  local found = commands.need(service:playlist(id))
  found.description = found.description or ""
  track_export.write(found, args)
end

commands = subcommands.new({
  script = "listenbrainz", default = "list",
  options = { { "user", placeholder = "NAME",
    help = "whose playlists (default: the setting listenbrainz.user)" } },
  commands = {
    { "list", "list the playlists of a user and those made for them (also without a command)",
      list },
    { "export", "write a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON", export },
  },
})

return commands
