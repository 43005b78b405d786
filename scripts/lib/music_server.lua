-- The commands of programs for music servers (mixhost subsonic, mixhost jellyfin). The provider has
-- the methods playlists, playlist, songs, create and search (docs/providers.md).

local chosen_rules = require("lib.chosen_rules")
local failure = require("lib.failure")
local subcommands = require("lib.subcommands")
local track_export = require("lib.track_export")
local track_files = require("lib.track_files")

local music_server = {}

-- The server's playlists.
local function playlists(commands, provider)
  local args = commands.parse("playlists", {
    summary = "Shows the playlists of your music server.",
  })
  local list = mix.json.array(commands.need(provider.open():playlists()))
  if args.json then return print(mix.json.encode(list, { pretty = true })) end
  if #list == 0 then return mix.ui.note("no playlists") end
  mix.ui.table(list, { columns = { "name", { key = "tracks", title = "tracks", align = "right" },
    "id" } })
end

local song_columns = { "id", "title", "artist", "album", "album_artist", "duration", "isrc" }

-- All songs of the server, for match, link and other programs.
local function songs(commands, provider)
  local args = commands.parse("songs", {
    summary = "Writes all songs of your music server as CSV, or with --json as NDJSON.",
    examples = { "$0 songs > songs.csv" },
  })
  local service, offset = provider.open(), 0
  repeat
    local page, sent = service:songs(offset)
    commands.need(page, sent)
    if args.json then
      for _, song in ipairs(page) do print(mix.json.encode(song)) end
    elseif #page > 0 or offset == 0 then
      io.write(mix.csv.encode(page, { columns = song_columns, header = offset == 0 }))
    end
    offset = offset + sent
  until sent == 0
end

-- A playlist's tracks for other programs.
local function export(commands, provider)
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

-- Requests at once.
local at_once = 4

local function find(commands, service, track, rules)
  local record = { title = track.title, artist = track.artist, album = track.album,
    duration = track.duration }
  local found = commands.need(service:search({ title = track.title, artist = track.artist }))
  local match, problem = failure.caught(mix.match.best, record, found, rules)
  if not match then return nil, failure.line(problem) end
  return match.decision == "matched" and match.candidate.id or nil, match.reason
end

-- Tracks out of a file into a new playlist.
local function import(commands, provider)
  local args = commands.parse("import", {
    summary = "Finds the tracks of a CSV, M3U, JSPF or XSPF file on your music server, and makes a "
      .. "playlist of them. Doubtful tracks are named and left out.",
    options = {
      { "name", help = "of the playlist (default: as the file says)" },
      { "format", type = "choice", choices = track_files.formats,
        help = "default: as the file's name or its content says" },
      { "match-rules", default = "standard", placeholder = "NAME",
        help = "the rules of match/tracks" },
      { "dry-run", type = "flag", help = "say what would be found, and make no playlist" },
    },
    positional = { { "file", type = "path", help = "the file" } },
    examples = { "$0 import weekly.xspf --name Weekly" },
  })
  local ok, list = pcall(track_files.read, commands.need(mix.fs.read(args.file)), args.file,
    args.format)
  if not ok then mix.ui.fail(list.message or tostring(list)) end
  local rules = chosen_rules("match/tracks", args.match_rules, "--match-rules")
  local service, ids = provider.open(), {}
  local found = mix.task.map(list.tracks, { limit = at_once }, function(track)
    local id, reason = find(commands, service, track, rules)
    return { id = id, reason = reason }
  end)
  for place, track in ipairs(list.tracks) do
    local answer = found[place]
    if answer.id then
      ids[#ids + 1] = answer.id
    else
      mix.ui.problem(("%s by %s: %s"):format(track.title or "a track without a title",
        track.artist or "an artist without a name", answer.reason))
    end
  end
  local name = args.name or list.name or "Imported"
  local made
  if #ids > 0 and not args.dry_run then made = commands.need(service:create(name, ids)) end
  if args.json then
    return print(mix.json.encode({ name = name, playlist = made or mix.json.null,
      tracks = #list.tracks, found = #ids }))
  end
  print(("%d of %d tracks found%s"):format(#ids, #list.tracks,
    made and (", in the playlist \"%s\" (%s)"):format(name, made) or ""))
  if #ids == 0 then os.exit(1) end
end

--- Runs the command that the script was called with. `name`: the program's; `provider`: its module.
function music_server.run(name, provider)
  local commands = subcommands.new({
    script = name, default = "playlists",
    commands = {
      { "playlists", "list the server's playlists (also without a command)", playlists },
      { "songs", "print all songs as CSV", songs },
      { "export", "write a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON", export },
      { "import", "make a new playlist from such a file", import },
    },
  })
  commands.run(function(command) command(commands, provider) end)
end

return music_server
