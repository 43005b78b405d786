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

return function()
  local args = commands.parse("import", {
    summary = "Finds the tracks of a CSV, M3U, JSPF or XSPF file at Spotify, by address, ISRC or "
      .. "title and artist, and puts them into a new playlist or an existing one.",
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
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  return session.change(args, "import", function(service, user)
    run(args, service, user, list, view)
  end)
end
