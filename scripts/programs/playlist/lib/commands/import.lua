-- mixhost playlist import: tracks out of a file into a playlist.

local build_view = require("programs.playlist.lib.build_view")
local builds = require("programs.playlist.lib.writing.builds")
local changes = require("programs.playlist.lib.writing.changes")
local choosing = require("programs.playlist.lib.choosing")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local plan = require("programs.playlist.lib.writing.plan")
local refusals = require("lib.refusals")
local rows = require("programs.playlist.lib.rows")
local session = require("programs.playlist.lib.session")
local targets = require("programs.playlist.lib.targets")
local track_files = require("lib.track_files")

-- `target`: the playlist that is added to, or nil.
local function plan_of(args, name, found, service, user, view, id, target)
  local rules = chosen_rules("playlist", "standard")
  name = rules:run("name", { playlist_name = args.name or name, date_stamp = false }, "")
  return plan.make({
    rules = rules, service = service, options = { truncate = args.truncate == "on" },
    description = plan.description(rules, {}, id), progress = function(...) view:progress(...) end,
  }, { name = target and target.name or name, user = user, target = target,
    prepared = found.uris, failed = {} })
end

-- The name of a playlist that its file does not name: that of the file.
local function name_of(list, path)
  return list.name or path ~= "-" and path:match("([^/\\]+)%.%w+$") or ""
end

-- Finds and plans a list. Raises a failure of kind "no_tracks" when nothing is found.
local function prepare(args, service, user, list, view, target)
  local found = rows.find(list, service, args.match_rules, view, args.review)
  local refused = refusals.line(found.refused, #list.tracks)
  if #found.uris == 0 then
    if refused then view:warn(refused) end
    if view.into then
      view.into[#view.into + 1] = { plan = { name = name_of(list, args.file),
        action = "none", rows = found.rows }, missing = found.missing, refused = #found.refused }
    end
    failure.raise(#list.tracks == 1 and "the track was not found at Spotify"
      or ("none of the %d tracks was found at Spotify"):format(#list.tracks), "no_tracks")
  end
  local id = builds.new_id()
  local made = plan_of(args, name_of(list, args.file), found, service, user, view, id, target)
  if #found.missing > 0 then
    mix.ui.note(("%d of %s found"):format(found.rows.sure, commands.count(found.rows.all, "track")))
  end
  for _, line in ipairs(rows.lines(found)) do view:say(line) end
  made.rows = found.rows
  view:change_planned(made)
  return { made = made, found = found, id = id, view = view, refused = refused }
end

local function write(args, service, user, planned)
  local view, found = planned.view, planned.found
  local journal = not args.dry_run
    and changes.write(service, user, planned.made, view, "import", planned.id) or nil
  view:changed(planned.made, journal, {
    tracks = found.rows.all, found = found.rows.sure, missing = found.missing,
    doubles = found.doubles, refused = #found.refused,
  })
  if planned.refused then mix.ui.problem(planned.refused) end
end

-- Makes a playlist of each list of a file, all planned before the first is written. One of which
-- nothing is found costs that list alone. With --json they are one document.
local function run_each(args, service, user, lists)
  local summaries = #lists > 1 and mix.json.array({}) or nil
  local ready, failed = {}, 0
  -- A mistyped name is not to cost the search for all tracks.
  local target = args.playlist
    and targets.find(service, user.id, args.playlist, choosing.by(args.pick))
  for _, list in ipairs(lists) do
    local view = build_view.open({ json = args.json, quiet = args.quiet, into = summaries })
    local planned, problem = failure.caught(prepare, args, service, user, list, view, target)
    if planned then
      ready[#ready + 1] = planned
    else
      if #lists == 1 or problem.kind ~= "no_tracks" then error(problem, 0) end
      local name = name_of(list, args.file)
      mix.ui.problem(("%s: %s"):format(name ~= "" and name or "the tracks without a playlist",
        problem.message))
      failed = failed + 1
    end
  end
  for _, planned in ipairs(ready) do write(args, service, user, planned) end
  build_view.all(args, summaries)
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
    summary = "Finds the tracks of a CSV, M3U, JSPF or XSPF file, or of another program's, at "
      .. "Spotify, by address, ISRC or title and artist, and puts them into a new playlist (one "
      .. "for each that the file names), or an existing one.",
    options = {
      { "name", help = "of the new playlist (default: as the file says, else the file's name)" },
      { "playlist", placeholder = "P", help = "add to this one: name, id or address" },
      choosing.option,
      { "truncate", type = "choice", choices = { "on", "off" },
        help = "with --playlist: replace what is in it" },
      { "format", type = "choice", choices = track_files.formats,
        help = "default: as the file's name or its content says" },
      { "match-rules", default = "standard", placeholder = "NAME",
        help = "the rules of match/tracks" },
      { "review", type = "flag",
        help = "ask about the rows in doubt; later imports respect the answers" },
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
  for _, line in ipairs(track_files.remarks(list)) do mix.ui.problem(line) end
  local lists = lists_of(args, list)
  args.match_rules = chosen_rules("match/tracks", args.match_rules, "--match-rules")
  return session.change(args, "import", function(service, user)
    run_each(args, service, user, lists)
  end)
end
