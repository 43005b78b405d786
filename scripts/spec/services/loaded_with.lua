-- Loads a file of scripts with modules of the spec's own in place of others, which need no file.

--- Returns what the file of a path (from the repository's folder) returns. `modules`: values, or
--- functions that return them or raise, by the modules' names; `globals`: further globals.
return function(path, modules, globals)
  local environment = setmetatable({
    require = function(name)
      local found = modules[name]
      if type(found) == "function" then return found() end
      if found ~= nil then return found end
      return require(name)
    end,
  }, { __index = _G })
  for name, value in pairs(globals or {}) do environment[name] = value end
  local text = assert(mix.fs.read(path))
  return assert(load(text, "@" .. path, "t", environment))()
end
