-- A build from the options to the playlist, and what is said about it.

local chosen_rules = require("lib.chosen_rules")
local artist_lines = require("programs.playlist.lib.artist_lines")
local build_view = require("programs.playlist.lib.build_view")
local deezer = require("providers.deezer")
local failures = require("programs.playlist.lib.failures")
local journals = require("programs.playlist.lib.journals")
local last_result = require("lib.last_result")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.plan")
local report = require("programs.playlist.lib.report")
local spotify = require("providers.spotify")
local writer = require("programs.playlist.lib.writer")

local build = {}

local description = "Top tracks, put together by mixhost"

--- Spotify for who is signed in.
function build.service()
  return spotify.open({
    deezer = deezer.open(),
    token = function(refused) return mix.auth.token("spotify", { refused = refused }) end,
  })
end

-- The file's artists; nothing without one. The user's home folder may be written as "~".
local function file_artists(path)
  if not path then return {} end
  local text = failures.need(mix.fs.read(path))
  local names = {}
  for place, line in ipairs(artist_lines.parse(text)) do names[place] = line.text end
  return names
end

-- A shuffle without a seed gets one, which is told: it can then be repeated.
local function with_seed(options)
  if options.shuffle and options.shuffle_seed == nil then
    local bytes = mix.crypto.random_bytes(4)
    options.shuffle_seed = (string.unpack("<I4", bytes))
  end
end

local function context_of(options, args, service, view)
  return report.context({
    options = options, service = service, rules = chosen_rules("playlist", args.rules),
    today = os.date("%Y-%m-%d"), file_artists = file_artists(options.artists_file),
    description = description, say = function(line) view:say(line) end,
    warn = function(message) view:warn(message) end,
    progress = function(...) view:progress(...) end,
  })
end

local function hooks_of(view)
  return { save = journals.save, progress = function(...) view:progress(...) end }
end

-- A build that was left must be dealt with first: its journal is about to be replaced.
local function check_unfinished()
  local journal = journals.load()
  if not journal then return end
  if journal.state == "writing" then
    failures.raise(("the build of \"%s\" was left before its end: build --resume goes on with it, "
      .. "undo takes back what it wrote"):format(journal.name), "unfinished")
  elseif journal.state == "undoing" then
    failures.raise(("undo of \"%s\" was left before its end: run undo again"):format(journal.name),
      "unfinished")
  end
end

--- Builds by options that are whole; `args`: rules, dry_run, json, quiet.
function build.run(options, args)
  local plans_only = args.dry_run or options.dry_run
  if not plans_only then check_unfinished() end
  local key = "playlist plan " .. args.rules .. " " .. mix.json.encode(options)
  with_seed(options)
  local view = build_view.open({ json = args.json, quiet = args.quiet, plans_only = plans_only })
  local service = build.service()
  local context = context_of(options, args, service, view)
  local result, made = last_result.before(args, key, function(lines)
    for _, line in ipairs(lines) do view:say(line) end
  end, function()
    local result = pipeline.prepare(context)
    return result, plan.make(context, result)
  end)
  last_result.keep(args, key, plan.lines(made))
  local facts = {
    rules = context.rules:name(), seed = options.shuffle and options.shuffle_seed or nil,
    description = description, stats = result.stats,
  }
  view:planned(made, result, service.sources, options)
  local journal
  if not plans_only then
    journal = view:writing(function()
      return writer.execute(made, service, hooks_of(view), facts)
    end)
    result.stats.total_uploaded = #made.added
  end
  view:finish(made, result, journal, options)
end

--- Goes on with the build that was left before its end.
function build.resume(args)
  local journal = journals.load()
  if not journal or journal.state ~= "writing" then
    failures.raise("there is no build to go on with", "journal")
  end
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  local service = build.service()
  failures.need(service:me())
  view:writing(function() return writer.resume(journal, service, hooks_of(view)) end)
  view:resumed(journal)
end

return build
