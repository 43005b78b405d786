-- mixhost playlist import: tracks out of a file into a playlist.

local ahead = require("programs.playlist.lib.ahead")
local build_view = require("programs.playlist.lib.build_view")
local builds = require("programs.playlist.lib.writing.builds")
local changes = require("programs.playlist.lib.writing.changes")
local choosing = require("programs.playlist.lib.choosing")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local finding = require("programs.playlist.lib.finding")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.writing.plan")
local refusals = require("lib.refusals")
local session = require("programs.playlist.lib.session")
local targets = require("programs.playlist.lib.targets")
local track_files = require("lib.track_files")

-- Requests at once.
local at_once = 6

local function shown(track)
  if not track.title then return track.uri or track.isrc or "a track without a title" end
  return pipeline.display({ artists = { track.artist }, name = track.title })
end

-- Finds the tracks of a list: {uris, missing, refused (errors of tracks that Spotify refused)}.
local function find_all(list, service, rules, view)
  local found = { uris = {}, missing = mix.json.array({}), refused = {} }
  ahead.each(list.tracks, at_once, function() return math.huge end, function(track)
    return finding.find(service, track, rules)
  end, function(track, place, match)
    view:progress("tracks", place, #list.tracks, shown(track))
    found.uris[#found.uris + 1] = match.uri
    if match.why then view:warn(("%s: %s"):format(shown(track), match.why)) end
    if not match.uri then
      found.missing[#found.missing + 1] = { track = shown(track), why = match.why }
      found.refused[#found.refused + 1] = match.refusal
    end
  end)
  return found
end

-- Names the rows that may be misread, and those that are not tracks, the first of them.
local function tell_odd(list)
  local longer = track_files.longer_rows(list)
  if longer then mix.ui.problem(longer) end
  local first = list.others[1]
  if not first then return end
  mix.ui.note(("%s no track but an album or an artist, and left out; the first: %s"):format(
    #list.others == 1 and "1 row is" or #list.others .. " rows are",
    first.title or first.album or first.artist or "without a name"))
end

local function plan_of(args, list, found, service, user, view, id)
  local rules = chosen_rules("playlist", "standard")
  local target = args.playlist
    and targets.find(service, user.id, args.playlist, choosing.by(args.pick))
  local name = rules:run("name", {
    playlist_name = args.name or list.name or "", date_stamp = false,
  }, "")
  local made = plan.make({
    rules = rules, service = service, options = { truncate = args.truncate == "on" },
    description = plan.description(rules, {}, id), progress = function(...)
      view:progress(...)
    end,
  }, { name = target and target.name or name, user = user, target = target,
    prepared = found.uris, failed = {} })
  return made
end

local function run(args, service, user, list, view)
  local found = find_all(list, service, chosen_rules("match/tracks", args.match_rules), view)
  local refused = refusals.line(found.refused, #list.tracks)
  if #found.uris == 0 then
    if refused then view:warn(refused) end
    failure.raise(("none of the %s was found at Spotify"):format(
      commands.count(#list.tracks, "track")), "no_tracks")
  end
  local id = builds.new_id()
  local made = plan_of(args, list, found, service, user, view, id)
  view:change_planned(made)
  local journal = not args.dry_run
    and changes.write(service, user, made, view, "import", id) or nil
  view:changed(made, journal, {
    tracks = #list.tracks, found = #list.tracks - #found.missing, missing = found.missing,
    refused = #found.refused,
  })
  if #found.missing > 0 then
    mix.ui.note(("%d of %s found"):format(#list.tracks - #found.missing,
      commands.count(#list.tracks, "track")))
  end
  if refused then mix.ui.problem(refused) end
end

-- Makes a playlist of each list of a file. One of which nothing is found costs that list alone.
local function run_each(args, service, user, lists)
  if #lists == 1 then
    local view = build_view.open({ json = args.json, quiet = args.quiet })
    return run(args, service, user, lists[1], view)
  end
  local failed = 0
  for _, list in ipairs(lists) do
    local view = build_view.open({ json = args.json, quiet = args.quiet })
    local ok, problem = pcall(run, args, service, user, list, view)
    if not ok then
      if type(problem) ~= "table" or problem.kind ~= "no_tracks" then error(problem, 0) end
      mix.ui.problem(("%s: %s"):format(list.name or "without a name", problem.message))
      failed = failed + 1
    end
  end
  if failed > 0 then os.exit(1) end
end

-- The playlists to be made: those that the file names, unless the user names one.
local function lists_of(args, list)
  if #list.lists == 1 then return { list } end
  if not (args.name or args.playlist) then return list.lists end
  mix.ui.note(("the %d playlists of the file become one: %s"):format(
    #list.lists, track_files.names(list)))
  return { list }
end

return function()
  local args = commands.parse("import", {
    summary = "Finds the tracks of a CSV, M3U, JSPF or XSPF file at Spotify, by address, ISRC or "
      .. "title and artist, and puts them into a new playlist (one for each that the file names), "
      .. "or an existing one.",
    options = {
      { "name", help = "of the new playlist (default: as the file says)" },
      { "playlist", placeholder = "P", help = "add to this one: name, id or address" },
      choosing.option,
      { "truncate", type = "choice", choices = { "on", "off" },
        help = "with --playlist: replace what is in it" },
      { "format", type = "choice", choices = track_files.formats,
        help = "default: as the file's name or its content says" },
      { "match-rules", default = "standard", placeholder = "NAME",
        help = "the rules of match/tracks" },
      { "dry-run", type = "flag", help = "plan only: say what would be written" },
    },
    positional = { { "file", type = "path", help = "the file; - for standard input" } },
    examples = { "$0 import road.csv --name \"Road Trip Mix\"" },
  })
  if args.name and args.playlist then
    failure.raise("--name is for a new playlist: leave it or --playlist out", "usage")
  end
  if args.truncate == "on" and not args.playlist then
    failure.raise("--truncate on replaces what is in a playlist: say which by --playlist", "usage")
  end
  local list = track_files.read(failure.need(mix.fs.read(args.file)), args.file, args.format)
  tell_odd(list)
  local lists = lists_of(args, list)
  return session.change(args, "import", function(service, user)
    run_each(args, service, user, lists)
  end)
end
