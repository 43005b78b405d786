-- mixhost tags undo: what was written, put back.

local commands = require("programs.tags.lib.commands")
local plans = require("programs.tags.lib.plans")
local undoing = require("programs.tags.lib.undoing")
local writing = require("programs.tags.lib.writing")

return function()
  local args = commands.parse("undo", {
    summary = "Puts back the files that were written last in a folder, to the byte, with their "
      .. "time of change.",
    options = {
      { "run", placeholder = "ID", help = "an earlier run, see history" },
      { "force", type = "flag",
        help = "where another program has changed a file since: put back the old values alone" },
    },
    positional = { commands.folder("write") },
    examples = { "$0 undo ~/Music/New" },
  })
  local root = commands.root(args)
  local id = plans.id(root)
  local lock = writing.lock({ id = id }, "mixhost tags undo")
  local _ <close> = setmetatable({}, { __close = function() lock:release() end })
  local run = undoing.find(id, args.run, root)
  if not run then
    mix.ui.fail(args.run and ("there is no run %s of %s; see %s history"):format(args.run, root,
      mix.args.command) or ("nothing was written in %s"):format(root))
  end
  local counts, problems, is_changed = undoing.run(run, { force = args.force, root = root })
  for _, problem in ipairs(problems) do mix.ui.problem(problem) end
  if args.json then
    counts.run, counts.failed = run.id, #problems
    print(mix.json.encode(counts))
  else
    print(("%s put back%s%s"):format(commands.count(counts.whole, "file"), counts.values > 0
      and (", %s by their values alone"):format(commands.count(counts.values, "file")) or "",
      #problems > 0 and (", %s not"):format(commands.count(#problems, "file")) or ""))
  end
  if #problems > 0 then
    if is_changed and not args.force then
      mix.ui.note("--force puts back the values of files that were changed since")
    end
    local earlier = undoing.earlier(run)
    if earlier then mix.ui.note(("the run before is put back by --run %s"):format(earlier.id)) end
    os.exit(1)
  end
end
