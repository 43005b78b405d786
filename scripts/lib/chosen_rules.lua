-- Loads rules that a user chose by an option; an error in them is one line without a traceback.

local failure = require("lib.failure")
local near = require("lib.near")
local progress = require("lib.linking.progress")

-- The name that the user may have meant: "standard" may be left out (tracks), and so may the kind
-- of the table.
local function meant(name, names, likely)
  local written = table.move(names, 1, #names, 1, {})
  for _, short in ipairs(names) do written[#written + 1] = short:match("^(.+)/standard$") end
  local found = near(name, written)
  return found == "" and likely and near(likely() .. "/" .. name, names) or found
end

--- Returns the rules `kind/name`, such as match/tracks and classic. Ends the script when they are
--- unknown, with the known names, or when their file is damaged. `option`: the option that named
--- them (default --rules); `likely`: returns the part of the kind that fits, such as tracks.
return function(kind, name, option, likely)
  local loaded, rules = pcall(function() return mix.rules.load(kind .. "/" .. name) end)
  if loaded then return rules end
  local names, is_known = {}, false
  for _, entry in ipairs(mix.rules.list()) do
    local short = entry.name:sub(1, #kind + 1) == kind .. "/" and entry.name:sub(#kind + 2) or nil
    names[#names + 1] = short
    is_known = is_known or short == name or short == name .. "/standard"
  end
  option = option or "--rules"
  if is_known then return progress.fail(option .. ": " .. failure.line(rules), 2) end
  return progress.fail(("%s: there are no rules %s/%s%s; there are %s"):format(option, kind, name,
    meant(name, names, likely), table.concat(names, ", ")), 2)
end
