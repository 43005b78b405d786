-- The commands of programs for music servers (mixhost subsonic, mixhost jellyfin). The provider has
-- the methods playlists, playlist, songs, create and search (docs/services-own.md).

local chosen_rules = require("lib.chosen_rules")
local counted = require("lib.counted")
local output_file = require("lib.output_file")
local prose = require("lib.prose")
local refusals = require("lib.refusals")
local server_songs = require("lib.server_songs")
local song_pages = require("lib.song_pages")
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
  -- Part of an identifier is of no use: on a narrow terminal the name says which.
  mix.ui.table(list, { columns = { { key = "name", least = 12 },
    { key = "tracks", align = "right" }, { key = "id", least = 36, drop = 1 } } })
end

local most_names = 5

-- Names the entries that the server sent and that are not songs.
local function say_left_out(names)
  if #names == 0 then return end
  mix.ui.problem(("%s left out, which %s no song with a title: %s%s"):format(
    counted(#names, "entry", "entries"), #names == 1 and "is" or "are",
    table.concat(names, ", ", 1, math.min(#names, most_names)),
    #names > most_names and ", …" or ""))
end

local song_columns = { "id", "title", "artist", "album", "album_artist", "duration", "isrc",
  "track_number", "disc_number" }

-- All songs of the server, for match, link and other programs.
local function songs(commands, provider)
  local args = commands.parse("songs", {
    summary = "Writes all songs of your music server as CSV, or with --json as NDJSON.",
    examples = { "$0 songs > songs.csv" },
  })
  local left_out, is_first = {}, true
  commands.need(song_pages(provider.open(), function(page, others)
    table.move(others, 1, #others, #left_out + 1, left_out)
    if args.json then
      for _, song in ipairs(page) do print(mix.json.encode(song)) end
    elseif #page > 0 or is_first then
      output_file.put(mix.csv.encode(page, { columns = song_columns, header = is_first }))
    end
    is_first = false
  end))
  say_left_out(left_out)
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
  args.format = track_export.format(args)
  local service = provider.open()
  local found = track_export.find(commands.need(service:playlists()), args.playlist, "playlists")
  local list = commands.need(service:playlist(found.id))
  list.name, list.description = list.name or found.name, ""
  list.tracks = mix.json.array(list.tracks)
  for _, track in ipairs(list.tracks) do
    -- Only the server itself can play what its identifiers stand for.
    track.artists = mix.json.array({ track.artist })
    track.uri = ("%s:%s"):format(provider.name, track.id)
  end
  local left_out = list.left_out
  list.left_out, list.ids = nil, nil
  track_export.write(list, args)
  say_left_out(left_out)
end

-- Finds all tracks: the identifiers of the songs, and the refusals. The others are named.
local function find_all(commands, service, tracks, searching)
  local answers = commands.need(server_songs(service, tracks, searching.rules, searching.search))
  local ids, refused = {}, {}
  for place, track in ipairs(tracks) do
    local answer = answers[place]
    ids[#ids + 1], refused[#refused + 1] = answer.id, answer.refusal
    if not answer.id then
      mix.ui.problem(("%s by %s: %s"):format(track.title or "a track without a title",
        track.artist or "an artist without a name", answer.reason))
    end
  end
  return ids, refused
end

-- Says what came of an import.
local function show(args, done, id)
  done.playlist = id or mix.json.null
  if args.json then return print(mix.json.encode(done)) end
  prose.print(("%d of %d tracks found%s%s"):format(done.found, done.tracks,
    done.made and (", in the playlist \"%s\""):format(done.name) or "",
    id and (" (%s)"):format(id) or ""))
end

-- Tracks out of a file into a new playlist.
local function import(commands, provider, search)
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
  for _, line in ipairs(track_files.remarks(list)) do mix.ui.problem(line) end
  if #list.lists > 1 then
    mix.ui.note(("the %d playlists of the file become one: %s"):format(
      #list.lists, track_files.names(list)))
  end
  local rules = chosen_rules("match/tracks", args.match_rules, "--match-rules")
  local service = provider.open()
  local ids, refused = find_all(commands, service, list.tracks, { rules = rules, search = search })
  local name = args.name or list.name or "Imported"
  local made, missing = {}, nil
  if #ids > 0 and not args.dry_run then
    made, missing = service:create(name, ids)
    commands.need(made, missing)
  end
  show(args, { name = name, made = made.songs ~= nil, tracks = #list.tracks, found = #ids,
    refused = #refused }, made.id)
  local line = refusals.line(refused, #list.tracks)
  if line then mix.ui.problem(line) end
  if missing then
    mix.ui.problem(("the playlist \"%s\" has %d of the %d songs: %s"):format(name, made.songs,
      #ids, missing.message))
  end
  if #ids == 0 or missing then os.exit(1) end
end

--- Runs the command that the script was called with. `name`: the program's; `provider`: its module;
--- `search`: how a track is searched for (rules.lib.service_search's run).
function music_server.run(name, provider, search)
  local commands = subcommands.new({
    script = name, default = "playlists",
    commands = {
      { "playlists", "list the server's playlists (also without a command)", playlists },
      { "songs", "print all songs as CSV", songs },
      { "export", "write a playlist's tracks as CSV, M3U, JSPF, XSPF or JSON", export },
      { "import", "make a new playlist from such a file", import },
    },
  })
  commands.run(function(command) command(commands, provider, search) end)
end

return music_server
