-- Runs the text of a spec inside a spec: the runner's own tests.

local blocks = require("lib.spec.blocks")
local runner = require("lib.spec.runner")

--- The results of a text's tests. `options`: as the runner takes them; `path`: the file's name.
return function(text, options, path)
  path = path or "inner_spec.lua"
  -- The inner declarations do not stand inside the test that runs them.
  blocks.reset()
  local inner, results = runner.new(path, assert(load(text, "@" .. path, "t")), options or {}), {}
  local told
  repeat
    told = inner:step()
    table.move(told.results, 1, #told.results, #results + 1, results)
  until not told.more
  return results
end
