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
