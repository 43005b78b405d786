-- The tools of `mixhost mcp`. They stand beside the commands, which may use what all programs have.

-- In the order in which they are shown.
local modules = { "match", "explain", "library", "decide", "chart", "feed", "run_status" }

--- Returns the tools: {name, title, about, input, run, list, changes, asks_services}. `run` gets
--- the arguments and {deadline, limits}, and returns a result, whose list `list` may be cut, or nil
--- and the reason; after a result, true says that it is a refusal. `limits`: {rows, bytes,
--- seconds}.
return function(limits)
  local all = {}
  for _, name in ipairs(modules) do
    for _, tool in ipairs(require("commands.mcp." .. name)(limits)) do all[#all + 1] = tool end
  end
  return all
end
