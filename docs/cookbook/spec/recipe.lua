-- Runs a recipe in a spec: what it prints, and the tables that it shows.

local recipe = {}

--- Runs docs/cookbook/NAME.lua with arguments. Returns {lines = what it prints, rows = its last table}.
function recipe.run(name, ...)
  local shown = { lines = {} }
  local ui = setmetatable({
    table = function(rows) shown.rows = rows end,
    fail = function(reason) error(reason, 0) end,
  }, { __index = mix.ui })
  local http = setmetatable({
    client = function(options)
      options.bearer = nil -- a token of yours, which specs do not have
      return mix.http.client(options)
    end,
  }, { __index = mix.http })
  local world = setmetatable({
    mix = setmetatable({ ui = ui, http = http }, { __index = mix }),
    print = function(...)
      local parts = table.pack(...)
      for place = 1, parts.n do parts[place] = tostring(parts[place]) end
      for line in (table.concat(parts, "\t") .. "\n"):gmatch("(.-)\n") do
        shown.lines[#shown.lines + 1] = line
      end
    end,
  }, { __index = _G })
  local path = "docs/cookbook/" .. name .. ".lua"
  assert(load(assert(mix.fs.read(path)), "@" .. path, "t", world))(...)
  return shown
end

--- The message with which a recipe ends.
function recipe.failure(name, ...)
  local ok, reason = pcall(recipe.run, name, ...)
  assert(not ok, "the recipe does not fail")
  return type(reason) == "table" and reason.message or tostring(reason)
end

return recipe
