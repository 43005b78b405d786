-- Runs spec files for `mixhost test`, by busted's conventions (docs/testing.md).

local assertions = require("lib.spec.comparisons")
local blocks = require("lib.spec.blocks")
local runner = require("lib.spec.runner")

local spec = {}

local current

-- Collects a test's output with the test.
local function capture(keep)
  rawset(_G, "print", function(...)
    local words = table.pack(...)
    for index = 1, words.n do words[index] = tostring(words[index]) end
    keep(table.concat(words, "\t", 1, words.n) .. "\n")
  end)
  rawset(io, "write", function(...)
    keep(table.concat({ ... }))
    return io.stdout
  end)
end

-- Reads the command's options: names and values alternate.
local function read(words)
  local options = { filter = {}, exclude = {}, tags = {}, exclude_tags = {} }
  for index = 1, #words, 2 do
    local name, value = words[index], words[index + 1]
    if options[name] then
      table.insert(options[name], value)
    elseif name == "seed" then
      options.seed = math.tointeger(tonumber(value))
    else
      options[name] = true
    end
  end
  return options
end

-- The fault of the patterns, or nil.
local function problem_of(options)
  for _, name in ipairs({ "filter", "exclude" }) do
    for _, pattern in ipairs(options[name]) do
      local ok, err = pcall(string.find, "", pattern)
      if not ok then return ("--%s '%s' is not a Lua pattern: %s"):format(name, pattern, err) end
    end
  end
end

--- Prepares a spec file's text for running. Returns nil, the reason and its kind when that fails.
function spec.open(path, text, ...)
  local options = read({ ... })
  local problem = problem_of(options)
  if problem then return nil, problem, "usage" end
  local chunk, err = load((text:gsub("^#[^\n]*", "")), "@" .. path, "t")
  if not chunk then return nil, err, "syntax" end
  for name, value in pairs(blocks.globals) do rawset(_G, name, value) end
  rawset(_G, "assert", assertions.assert)
  current = runner.new(path, chunk, options)
  capture(function(words) current:keep(words) end)
  return true
end

--- Runs the next test; see `lib/spec/runner.lua`.
function spec.step() return current:step() end

--- Reports a stopped test; see `lib/spec/runner.lua`.
function spec.stopped(reason) return current:stopped(reason) end

return spec
