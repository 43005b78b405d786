-- The commands of mixhost listenbrainz.

local bare_tracks = require("programs.listenbrainz.lib.bare_tracks")
local counted = require("lib.counted")
local listenbrainz = require("services.listenbrainz.provider")
local failure = require("lib.failure")
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
  local made_for, err = service:playlists(user, true)
  if not made_for and not failure.is_for_all(err) then
    mix.ui.problem(("those made for %s are missing: %s"):format(user, err.message))
    return list, service
  end
  commands.need(made_for, err)
  return table.move(made_for, 1, #made_for, #list + 1, list), service
end

local function list()
  local args = commands.parse("list", {
    summary = "Shows the playlists of a ListenBrainz user and those made for them.",
    examples = { "$0 list --user rob --json" },
  })
  local found = mix.json.array((playlists(args)))
  if args.json then return print(mix.json.encode(found, { pretty = true })) end
  if #found == 0 then return mix.ui.note("no playlists") end
  -- Part of an identifier is of no use: on a narrow terminal the name says which.
  mix.ui.table(found, { columns = { { key = "name", least = 20 }, { key = "creator", drop = 3 },
    { key = "date", least = 25, drop = 1 }, { key = "id", least = 36, drop = 2 } } })
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
  args.format = track_export.format(args)
  local id, service = find(args)
  local found = commands.need(service:playlist(id))
  found.description = found.description or ""
  local left_out = found.left_out
  found.left_out = nil
  local line = bare_tracks.complete(found.tracks)
  track_export.write(found, args)
  if line then mix.ui.problem(line) end
  if left_out > 0 then
    mix.ui.problem(("%s left out, which %s neither a title nor a recording"):format(
      counted(left_out, "entry", "entries"), left_out == 1 and "has" or "have"))
  end
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
