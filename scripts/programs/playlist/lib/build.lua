-- A build from the options to the playlist, and what is shown of it.

local artist_lines = require("programs.playlist.lib.artist_lines")
local build_view = require("programs.playlist.lib.build_view")
local builds = require("programs.playlist.lib.writing.builds")
local choosing = require("programs.playlist.lib.choosing")
local chosen_rules = require("lib.chosen_rules")
local failure = require("lib.failure")
local last_result = require("lib.last_result")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.writing.plan")
local plan_lines = require("programs.playlist.lib.writing.plan_lines")
local report = require("programs.playlist.lib.report")
local session = require("programs.playlist.lib.session")
local targets = require("programs.playlist.lib.targets")
local writer = require("programs.playlist.lib.writing.writer")

local build = {}

-- A shuffle without a seed gets one, which is shown: it can then be repeated.
local function with_seed(options)
  if options.shuffle and options.shuffle_seed == nil then
    local bytes = mix.crypto.random_bytes(4)
    options.shuffle_seed = (string.unpack("<I4", bytes))
  end
end

-- The options with the identifier of the playlist that a name or an address means.
local function with_target(options, service, user, choose)
  if not (options.reuse_existing and options.target_playlist_id) then return nil end
  local target = targets.find(service, user.id, options.target_playlist_id, choose)
  options.target_playlist_id = target.id
  return target
end

local function context_of(options, args, asked, view, id)
  local service, user = asked.service, asked.user
  local rules = chosen_rules("playlist", args.rules)
  local choose = choosing.by(args.pick)
  local target = with_target(options, service, user, choose)
  return report.context({
    options = options, service = service, user = user, rules = rules, exact = view.exact,
    today = os.date("%Y-%m-%d"), file_artists = asked.named,
    description = plan.description(rules, options, id or "…"), choose = choose,
    say = function(line) view:say(line) end,
    warn = function(message) view:warn(message) end,
    progress = function(...) view:progress(...) end,
    named = function(known)
      return target and target.id == known.id and target or targets.named(service, known)
    end,
  })
end

local function facts_of(context, result, id, recipe)
  local options = context.options
  return {
    id = id, account = result.user.id, started = mix.time.now(), recipe = recipe,
    command = recipe and "run " .. recipe or "build",
    rules = context.rules:name(), seed = options.shuffle and options.shuffle_seed or nil,
    stats = result.stats,
  }
end

local function hooks_of(view)
  return { save = builds.save, progress = function(...) view:progress(...) end }
end

local function chosen(options, args, asked, view, id)
  local context = context_of(options, args, asked, view, id)
  local result = args.result or pipeline.prepare(context)
  return context, result, plan.make(context, result)
end

-- Says what would be written, the last plan first while the network is slow.
local function only_plan(options, args, named, view)
  local key = "playlist plan " .. args.rules .. " " .. mix.json.encode(options)
  local service = session.service()
  local _, result, made = last_result.before(args, key, function(lines)
    for _, line in ipairs(lines) do view:say(line) end
  end, function()
    local user = failure.need(service:me())
    return chosen(options, args, { service = service, user = user, named = named }, view)
  end)
  last_result.keep(args, key, plan_lines.of(made))
  view:planned(made, result, service.sources, options)
  view:finish(made, result, nil, options)
  return made
end

-- Writes a plan that was just made. Returns its journal.
local function write(context, result, made, view, recipe, id)
  local journal = writer.execute(made, context.service, hooks_of(view),
    facts_of(context, result, id, recipe))
  result.stats.total_uploaded = journal.added
  return journal
end

--- The plan of tracks that somebody arranged. `result`: of pipeline.prepare, with those tracks;
--- `made`: the plan before.
function build.planned_again(options, result, made)
  return plan.make({
    rules = chosen_rules("playlist", "standard"), options = options, progress = function() end,
    description = made.description, service = { items = function() return made.existing end },
  }, result)
end

--- Builds by options that are whole; `args`: rules, dry_run, json, quiet, pick, view (shows it in
--- place of a build_view), result (that of a plan before, whose tracks and seed are taken).
--- `recipe`: the name of the one that is built. Returns the plan and, when something was to be
--- written, the journal.
function build.run(options, args, recipe)
  if args.result then options.shuffle_seed = args.result.seed else with_seed(options) end
  local plans_only = args.dry_run or options.dry_run
  local view = args.view or build_view.open({
    json = args.json, quiet = args.quiet, exact = args.rules == "classic",
  })
  -- Faults of the file need no network to be seen.
  local named = artist_lines.of_file(options.artists_file)
  if plans_only then return only_plan(options, args, named, view) end
  local what = recipe and "mixhost playlist run " .. recipe or "mixhost playlist build"
  return session.run(what, function(service, user)
    session.check_left(user.id)
    local id = builds.new_id()
    local asked = { service = service, user = user, named = named }
    local context, result, made = chosen(options, args, asked, view, id)
    view:planned(made, result, service.sources, options)
    local journal = view:writing(made, function()
      return write(context, result, made, view, recipe, id)
    end)
    view:finish(made, result, journal, options)
    return made, journal
  end)
end

--- Continues the build of an account that did not finish.
function build.go_on(service, user, view)
  local left = builds.left(user.id)
  if not left or left.state ~= "writing" then return nil end
  local journal = builds.whole(left)
  view:writing(nil, function() return writer.resume(journal, service, hooks_of(view)) end)
  return journal
end

--- As go_on, for the command build --resume. `args`: json, quiet, view.
function build.resume(args)
  local view = args.view or build_view.open({ json = args.json, quiet = args.quiet })
  session.run("mixhost playlist build --resume", function(service, user)
    local journal = build.go_on(service, user, view)
    if not journal then failure.raise("there is no build to continue", "journal") end
    view:resumed(journal)
  end)
end

return build
