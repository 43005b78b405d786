-- The plan of a folder with its files, or the end of the script.

local plans = require("programs.tags.lib.plans")

return function(root)
  local plan = plans.get(root)
  if not plan then
    mix.ui.fail(("there is no plan of %s: make one with %s plan"):format(root, mix.args.command))
  end
  return plan, plans.files(plan.id)
end
