-- mixhost tags write: the changes of the plan, into the files.

local choices = require("programs.tags.lib.choices")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.tags.lib.commands")
local planned = require("programs.tags.lib.planned")
local plans = require("programs.tags.lib.plans")
local reviewing = require("programs.tags.lib.reviewing")
local writing = require("programs.tags.lib.writing")

local function say(args, run, problems, uncertain, root)
  for _, problem in ipairs(problems) do mix.ui.problem(problem) end
  local done = run and run.files or 0
  if args.json then
    print(mix.json.encode({ folder = root, run = run and run.id or mix.json.null, files = done,
      failed = #problems, uncertain = uncertain }))
  elseif run then
    print(("%s written (%s); %s undo puts them back"):format(
      commands.count(done, "file"), run.id, mix.args.command))
  elseif #problems == 0 then
    print("nothing to write")
  end
  if uncertain > 0 and not args.json then
    mix.ui.note(("%s in doubt left alone: write --review decides"):format(
      commands.count(uncertain, "file")))
  end
  if #problems > 0 then
    if not args.json then
      mix.ui.problem(("%s not written: see above"):format(commands.count(#problems, "file")))
    end
    os.exit(1)
  end
end

return function()
  local args = commands.parse("write", {
    summary = "Writes what the plan of a folder changes. Tags change and nothing else; undo puts "
      .. "each file back to the byte. Files in doubt are left alone without --review.",
    options = {
      { "review", type = "flag", help = "ask about the files in doubt first" },
      { "keep-time", type = "flag",
        help = "files keep their time of change (default: the setting tags.keep_time)" },
    },
    positional = { commands.folder("write") },
    examples = { "$0 write ~/Music/New", "$0 write --review" },
  })
  local plan, files = planned(commands.root(args))
  local lock = writing.lock(plan, "mixhost tags write")
  local _ <close> = setmetatable({}, { __close = function() lock:release() end })
  if args.review then
    reviewing.run(files, chosen_rules("match/tracks", plan.rules:match("[^/]*$"), "--match-rules"),
      choices.set(plan.fields))
  end
  local due = writing.due(files)
  local run, problems
  if #due > 0 then
    run, problems = writing.run(plan, due, {
      keep_time = args.keep_time or mix.env.setting("tags.keep_time") == "true",
    })
  end
  say(args, run, problems or {}, plans.counts(files).uncertain, plan.root)
end
