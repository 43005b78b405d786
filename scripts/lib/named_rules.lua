-- Rules that a command is about, by a name such as match/tracks or by a .lua file.

local failure = require("lib.failure")

local named_rules = {}

--- The exit code for an error of mix.rules: a name that is unknown or not allowed is wrong usage,
--- a file that is missing or at fault is a failure.
function named_rules.code(name, err)
  return err.kind == "usage" and not name:find("%.lua$") and 2 or 1
end

--- Returns the match rules of a name, or ends the script. `doing`: what the command does with
--- them, such as "measuring".
function named_rules.match(name, doing)
  local is_loaded, rules = pcall(mix.rules.load, name)
  if not is_loaded then mix.ui.fail(failure.line(rules), named_rules.code(name, rules)) end
  if not rules.describe then
    mix.ui.fail(("%s: %s takes rules of the kind match"):format(name, doing), 2)
  end
  return rules
end

return named_rules
