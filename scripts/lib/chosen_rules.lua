-- Loads rules that a user chose by an option; an error in them is one line without a traceback.

local failure = require("lib.failure")
local near = require("lib.near")
local progress = require("lib.linking.progress")

--- Returns the rules `kind/name`, such as match/tracks and classic. Ends the script when they are
--- unknown, with the known names, or when their file is damaged. `option`: the option that named
--- them (default --rules).
return function(kind, name, option)
  local loaded, rules = pcall(function() return mix.rules.load(kind .. "/" .. name) end)
  if loaded then return rules end
  local names, is_known = {}, false
  for _, entry in ipairs(mix.rules.list()) do
    local short = entry.name:sub(1, #kind + 1) == kind .. "/" and entry.name:sub(#kind + 2) or nil
    names[#names + 1] = short
    is_known = is_known or short == name
  end
  option = option or "--rules"
  if is_known then return progress.fail(option .. ": " .. failure.line(rules), 2) end
  return progress.fail(("%s: there are no rules %s/%s%s; there are %s"):format(option, kind, name,
    near(name, names), table.concat(names, ", ")), 2)
end
