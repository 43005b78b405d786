-- The options that several commands share.

local near = require("lib.near")
local proposing = require("programs.tags.lib.proposing")

local choices = {}

local function names()
  local list = {}
  for place, field in ipairs(proposing.fields) do list[place] = field[1] end
  return list
end

choices.fields = { "fields", placeholder = "LIST",
  help = "only these are changed, with commas between: " .. table.concat(names(), ", ") }

choices.follow = { "follow", type = "flag",
  help = "also take files behind links that lead out of the folder" }

--- The set of fields that a text names, or the end of the script; nil: all.
function choices.set(text)
  if not text then return nil end
  local known, set = {}, {}
  for _, name in ipairs(names()) do known[name] = true end
  for word in text:gmatch("[^,]+") do
    local name = word:match("^%s*(.-)%s*$"):lower()
    if not known[name] then
      mix.ui.fail(("--fields: there is no field \"%s\"%s; there are %s"):format(name,
        near(name, names()), table.concat(names(), ", ")), 2)
    end
    set[name] = true
  end
  return set
end

return choices
