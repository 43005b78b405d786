-- mixhost playlist import: tracks out of a file into a playlist.

local ahead = require("programs.playlist.lib.ahead")
local build_view = require("programs.playlist.lib.build_view")
local builds = require("programs.playlist.lib.writing.builds")
local changes = require("programs.playlist.lib.writing.changes")
local choosing = require("programs.playlist.lib.choosing")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.writing.plan")
local session = require("programs.playlist.lib.session")
local targets = require("programs.playlist.lib.targets")
local track_files = require("lib.track_files")

local function quoted(text)
  return '"' .. text:gsub('"', " ") .. '"'
end

-- The address of a track in a text: an address of Spotify's of either form, or a bare identifier.
local function uri_of(text)
  if not text then return nil end
  local id = text:match("^spotify:track:(%w+)$")
    or text:match("open%.spotify%.com/track/(%w+)")
    or text:match("open%.spotify%.com/intl%-%a+/track/(%w+)")
    or text:match("^" .. ("%w"):rep(22) .. "$")
  if id then return "spotify:track:" .. id end
  return text:match("^spotify:episode:%w+$")
end

local function found_as(track, how)
  return { uri = "spotify:track:" .. track.id, title = track.title, artists = track.artists,
    how = how }
end

local function candidates_of(tracks)
  local list = {}
  for place, track in ipairs(tracks) do
    list[place] = {
      title = track.title, artist = table.concat(track.artists, ", "), album = track.album,
      duration = track.duration, track = track,
    }
  end
  return list
end

local function by_title(service, track, rules)
  local words = {
    ("track:%s artist:%s"):format(quoted(track.title), quoted(track.artist or "")),
    track.title .. " " .. (track.artist or ""),
  }
  if not track.artist then table.remove(words, 1) end
  local why = "the search found nothing"
  for _, query in ipairs(words) do
    local tracks, err = service:search_tracks(query)
    if not tracks then return nil, nil, err end
    if #tracks > 0 then
      local list = candidates_of(tracks)
      local match, problem = failure.caught(mix.match.best, {
        title = track.title, artist = track.artist or "", album = track.album,
        duration = track.duration,
      }, list, rules)
      if not match then return nil, failure.line(problem) end
      if match.decision == "matched" then
        return found_as(match.candidate.track, "by title and artist")
      end
      why = ("%s; the closest: %s by %s"):format(match.decision == "uncertain" and "uncertain"
        or "nothing that was found fits", list[1].title, list[1].artist)
    end
  end
  return nil, why
end

-- The track at Spotify: {uri, how}; nil and why there is none; nil, nil and the error when
-- Spotify does not answer. `track`: {uri, isrc, title, artist, album, duration}, as far as known.
local function find_track(service, track, rules)
  local uri = uri_of(track.uri)
  if uri then return { uri = uri, how = "by its address" } end
  if track.isrc then
    local tracks, err = service:search_tracks("isrc:" .. track.isrc:gsub("[^%w]", ""))
    if not tracks then return nil, nil, err end
    if tracks[1] then return found_as(tracks[1], "by its ISRC") end
  end
  if not track.title then return nil, "neither an address of Spotify's nor a title is given" end
  return by_title(service, track, rules)
end

-- Requests at once.
local at_once = 6

local function shown(track)
  if not track.title then return track.uri or track.isrc or "a track without a title" end
  return pipeline.display({ artists = { track.artist }, name = track.title })
end

-- Finds the tracks of a list: {uris, missing}.
local function find_all(list, service, rules, view)
  local found = { uris = {}, missing = mix.json.array({}) }
  ahead.each(list.tracks, at_once, function() return math.huge end, function(track)
    local match, why, err = find_track(service, track, rules)
    if err then error(err, 0) end
    return match, why
  end, function(track, place, match, why)
    view:progress("tracks", place, #list.tracks, shown(track))
    if not match then
      found.missing[#found.missing + 1] = { track = shown(track), why = why }
      view:warn(("%s: %s"):format(shown(track), why))
    else
      found.uris[#found.uris + 1] = match.uri
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
  if #found.uris == 0 then
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
  })
  if #found.missing > 0 then
    mix.ui.note(("%d of %s found"):format(#list.tracks - #found.missing,
      commands.count(#list.tracks, "track")))
  end
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
