-- The options that several commands share.

local near = require("lib.near")
local proposing = require("programs.tags.lib.proposing")

local choices = {}

local function names(is_taken)
  local list = {}
  for _, field in ipairs(proposing.fields) do
    if not is_taken or is_taken(field) then list[#list + 1] = field[1] end
  end
  return list
end

local function is_asked(field) return field.asked == true end
local function is_usual(field) return not field.asked end

choices.fields = { "fields", placeholder = "LIST",
  help = ("only these are changed, with commas between: %s; of whole albums also %s; usual: the "
    .. "first ones, all: all"):format(table.concat(names(is_usual), ", "), table.concat(
      names(is_asked), ", ")) }

choices.follow = { "follow", type = "flag",
  help = "also take files behind links that lead out of the folder" }

-- Ends the script for a name that no field has; `where` names its place.
local function check(known, name, where)
  if known[name] then return end
  mix.ui.fail(("%s: there is no field \"%s\"%s; there are %s"):format(where, name,
    near(name, names()), table.concat(names(), ", ")), 2)
end

--- How the fields are changed that a text names, or the end of the script; without a text the usual
--- ones: true, "keep" (what is there stays) or "prefer" (the catalogue's spelling is), as the rules
--- tags/standard say, which are `rules` of the set.
function choices.set(text, rules)
  rules = rules or mix.rules.load("tags/standard")
  local known, set = {}, {}
  text = text or "usual"
  for _, name in ipairs(names()) do known[name] = true end
  for word in text:gmatch("[^,]+") do
    local name = word:match("^%s*(.-)%s*$"):lower()
    if name == "usual" or name == "all" then
      for _, each in ipairs(names(name == "usual" and is_usual or nil)) do set[each] = true end
    else
      check(known, name, "--fields")
      set[name] = true
    end
  end
  for name, wish in pairs(rules:wishes()) do
    check(known, name, "rules tags/standard, " .. wish)
    set[name] = set[name] and wish ~= "never" and wish or nil
  end
  set.rules = rules
  return set
end

choices.some = {
  { "only", placeholder = "FILE", help = "this file or folder of the plan alone; * stands for "
    .. "any letters" },
  { "except", placeholder = "FILE", help = "not this file or folder of the plan; * as above" },
}

-- The function that tells whether a path of the plan is the named one, or below it.
local function named(text, root)
  local whole = mix.fs.absolute(text)
  if whole:sub(1, #root + 1) == root .. "/" then text = whole:sub(#root + 2) end
  local pattern = "^" .. text:gsub("/+$", ""):gsub("[%^%$%(%)%%%.%[%]%+%-%?]", "%%%0")
    :gsub("%*", ".*")
  return function(path)
    return path:find(pattern .. "$") ~= nil or path:find(pattern .. "/") ~= nil
  end
end

--- The files of a plan that --only and --except leave, or the end of the script.
function choices.selected(files, root, args)
  for _, option in ipairs({ "only", "except" }) do
    local is_it, rest, found = args[option] and named(args[option], root), {}, false
    for _, file in ipairs(is_it and files or {}) do
      local matches = is_it(file.path)
      found = found or matches
      if matches == (option == "only") then rest[#rest + 1] = file end
    end
    if is_it and not found then
      mix.ui.fail(("--%s: the plan has no file %s; diff shows its files"):format(option,
        args[option]), 2)
    end
    files = is_it and rest or files
  end
  return files
end

return choices
