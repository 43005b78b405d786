-- The command import: adds a file's tracks to a new playlist.

local chosen_rules = require("lib.chosen_rules")
local failure = require("lib.failure")
local need = require("lib.need")
local track_files = require("lib.track_files")

-- Number of concurrent requests.
local at_once = 4

local function find(service, track, rules)
  local record = { title = track.title, artist = track.artist, album = track.album,
    duration = track.duration }
  local found = need(service:search({ title = track.title, artist = track.artist }))
  local match, problem = failure.caught(mix.match.best, record, found, rules)
  if not match then return nil, failure.line(problem) end
  return match.decision == "matched" and match.candidate.id or nil, match.reason
end

return function(commands, provider)
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
  local ok, list = pcall(track_files.read, need(mix.fs.read(args.file)), args.file,
    args.format)
  if not ok then mix.ui.fail(list.message or tostring(list)) end
  local rules = chosen_rules("match/tracks", args.match_rules, "--match-rules")
  local service, ids = provider.open(), {}
  local found = mix.task.map(list.tracks, { limit = at_once }, function(track)
    local id, reason = find(service, track, rules)
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
  if #ids > 0 and not args.dry_run then made = need(service:create(name, ids)) end
  if args.json then
    return print(mix.json.encode({ name = name, playlist = made or mix.json.null,
      tracks = #list.tracks, found = #ids }))
  end
  print(("%d of %d tracks found%s"):format(#ids, #list.tracks,
    made and (", in the playlist \"%s\" (%s)"):format(name, made) or ""))
  if #ids == 0 then os.exit(1) end
end
