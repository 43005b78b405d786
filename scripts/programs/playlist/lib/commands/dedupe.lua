-- mixhost playlist dedupe: what is in a playlist twice, taken out of it.

local build_view = require("programs.playlist.lib.build_view")
local changes = require("programs.playlist.lib.writing.changes")
local choosing = require("programs.playlist.lib.choosing")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.writing.plan")
local session = require("programs.playlist.lib.session")

-- The places of items that are there already, by address.
local function repeated(entries)
  local gone, seen = {}, {}
  for place, entry in ipairs(entries) do
    if plan.is_writable(entry.uri) then
      if seen[entry.uri] then gone[place] = true end
      seen[entry.uri] = true
    end
  end
  return gone
end

-- The places of tracks that are the same song as one before, as the rules' step `dedupe` has it.
local function variants(entries, rules)
  local tracks, gone = {}, {}
  for place, entry in ipairs(entries) do
    local id = entry.uri:match("^spotify:track:(%w+)$")
    if id then
      tracks[#tracks + 1] = { id = id, name = entry.title, artists = entry.artists, place = place }
    end
  end
  local result = rules:run("dedupe", {
    dedupe_variants = true, limit_per_artist = #tracks + 1, max_tracks = 0,
  }, tracks, {}, {})
  for _, track in ipairs(result.dropped) do gone[track.place] = true end
  return gone
end

local function wanted_of(entries, gone)
  local uris, dropped = {}, mix.json.array({})
  for place, entry in ipairs(entries) do
    if gone[place] then
      dropped[#dropped + 1] = pipeline.display({ artists = entry.artists, name = entry.title })
    else
      uris[#uris + 1] = entry.uri
    end
  end
  return uris, dropped
end

local function plan_of(args, service, user)
  local target = choosing.find(args, service, user)
  local entries = failure.need(service:entries(target.id))
  local gone = repeated(entries)
  if args.variants then
    for place in pairs(variants(entries, chosen_rules("playlist", args.rules))) do
      gone[place] = true
    end
  end
  local wanted, dropped = wanted_of(entries, gone)
  local existing = {}
  for place, entry in ipairs(entries) do existing[place] = entry.uri end
  local made = changes.edit(target, user, existing, wanted)
  if #dropped == 0 then made.why = "nothing is in it twice" end
  return made, dropped
end

local function run(args, service, user, view)
  local made, dropped = plan_of(args, service, user)
  view:change_planned(made)
  for _, line in ipairs(dropped) do view:say("  - " .. line) end
  local journal = not args.dry_run and changes.write(service, user, made, view, "dedupe") or nil
  view:changed(made, journal, { dropped = dropped })
end

return function()
  local options = table.move(choosing.options, 1, #choosing.options, 1, {})
  options[#options + 1] = { "variants", type = "flag",
    help = "also other releases of the same recording, as --rules has it" }
  options[#options + 1] = { "rules", default = "standard", placeholder = "NAME",
    help = "the rules of playlist/" }
  options[#options + 1] = { "dry-run", type = "flag",
    help = "plan only: say what would be taken out" }
  local args = commands.parse("dedupe", {
    summary = "Removes duplicates from a playlist: the first of each stays where it is, "
      .. "and so does everything else. undo puts it back.",
    options = options, positional = { choosing.positional },
    examples = { "$0 dedupe \"Road Trip Mix\" --dry-run" },
  })
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  return session.change(args, "dedupe", function(service, user) run(args, service, user, view) end)
end
