-- The test files of Lua 5.4 in mixhost's program class and in the stock interpreter, side by side.
--
--   lua5.4 tools/lua-suite/run.lua MIXHOST DIR          compares, prints a line for each file
--   lua5.4 tools/lua-suite/run.lua MIXHOST DIR needed   tells of patches that nothing needs
--
-- Both run the same text, less what patches.lua takes out. Exits 1 when a file fails in mixhost or
-- in the stock interpreter, when a patch does not fit, or when docs/lua-compatibility.md does not
-- name a hole.
local mixhost, dir, mode = ...
if not dir or mode and mode ~= "needed" then
  io.stderr:write("usage: run.lua MIXHOST DIR [needed]\n")
  os.exit(2)
end

local here = arg[0]:match("^(.*)/") or "."
local patches = dofile(here .. "/patches.lua")
local work = assert(io.popen("mktemp -d")):read("l")
local interpreters = {
  stock = "lua5.4",
  mixhost = ("'%s' --globals loose --timeout 2m --home '%s/home'"):format(mixhost, work),
}

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
end

-- FNV-1a, 32 bits.
local function checksum(text)
  local hash = 0x811C9DC5
  for i = 1, #text do hash = ((hash ~ text:byte(i)) * 0x01000193) & 0xFFFFFFFF end
  return ("%08x"):format(hash)
end

-- Calls of `assert` and of the files' own checks, by what their names contain.
local checks = { "^assert$", "^check", "^cannotload$", "^lineerror$", "^errorcodes$" }

local function assertions(text)
  local count = 0
  for name in text:gmatch("%f[%w_]([%a_][%w_]*)%s*[%(%[{]") do
    for _, pattern in ipairs(checks) do
      if name:find(pattern) then count = count + 1 end
    end
  end
  return count
end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- Takes a patch's lines out; what stands in their place keeps the number of lines.
local function apply(patch, lines)
  local first, last = patch[2], patch[3]
  local before = table.concat(lines, "\n", first, math.min(last, #lines))
  if checksum(before) ~= patch[4] then
    local message = "%s:%d-%d does not fit patches.lua (%s, not %s): another version of Lua?\n%s"
    error(message:format(patch[1], first, last, checksum(before), patch[4], before), 0)
  end
  for line = first, last do lines[line] = "" end
  lines[first] = patch.with or ""
  return assertions(before) - assertions(lines[first])
end

-- Writes FILE for an interpreter; returns the assertions taken out: for both, for mixhost alone.
local function prepare(file, interpreter, without)
  local lines = lines_of(read(dir .. "/" .. file))
  local removed = { both = 0, hole = 0 }
  for _, patch in ipairs(patches) do
    local kind = patch.hole and "hole" or "both"
    if patch[1] == file and patch ~= without and (kind == "both" or interpreter == "mixhost") then
      removed[kind] = removed[kind] + apply(patch, lines)
    end
  end
  if not patches.modules[file] then
    lines[1] = "local counted <close> = require'counted'; " .. lines[1]
  end
  write(("%s/%s/%s"):format(work, interpreter, file), table.concat(lines, "\n"))
  return removed
end

-- Runs FILE; returns whether it passed, how many assertions it made, and what it printed last.
local function run(file, interpreter)
  local log = ("%s/%s.log"):format(work, interpreter)
  local done = os.execute(("cd '%s/%s' && %s %s </dev/null >'%s' 2>&1"):format(
    work, interpreter, interpreters[interpreter], file, log))
  local output = read(log)
  local passed = tonumber(output:match("\n@assertions (%d+)")) or 0
  return done, passed, output:gsub("\n@assertions %d+", ""):sub(-600)
end

local function prepare_all(interpreter)
  os.execute(("mkdir -p '%s/%s'"):format(work, interpreter))
  write(("%s/%s/counted.lua"):format(work, interpreter), read(here .. "/counted.lua"))
  for module in pairs(patches.modules) do prepare(module, interpreter) end
end

local failures = 0

local function fail(message)
  failures = failures + 1
  print("  " .. message)
end

local function as_it_is(file)
  local command = "cd '%s' && lua5.4 -e '_port=true _nomsg=true' %s </dev/null >'%s/log' 2>&1"
  return os.execute(command:format(dir, file, work)) and "passes" or "fails"
end

local function compare()
  local total = { stock = 0, mixhost = 0, both = 0, hole = 0 }
  local row = "%-15s %-10s %9s %9s %13s %13s"
  print(row:format("file", "5.4.4", "passed in", "passed in", "removed: not", "removed:"))
  print(row:format("", "unpatched", "5.4.4", "mixhost", "in 5.4.4", "closed hole"))
  for _, file in ipairs(patches.files) do
    prepare(file, "stock")
    local removed = prepare(file, "mixhost")
    local counts = {}
    for _, interpreter in ipairs { "stock", "mixhost" } do
      local done, passed, output = run(file, interpreter)
      counts[interpreter] = passed
      total[interpreter] = total[interpreter] + passed
      if not done then fail(("%s fails in %s:\n%s"):format(file, interpreter, output)) end
    end
    total.both, total.hole = total.both + removed.both, total.hole + removed.hole
    print(row:format(
      file, as_it_is(file), counts.stock, counts.mixhost, removed.both, removed.hole))
  end
  print(row:format("in all", "", total.stock, total.mixhost, total.both, total.hole))
end

local function find_needless()
  for _, patch in ipairs(patches) do
    local interpreter = patch.hole and "mixhost" or "stock"
    local files = patches.modules[patch[1]] or { patch[1] }
    local needed = false
    prepare(patch[1], interpreter, patch)
    for _, file in ipairs(files) do
      if file ~= patch[1] then prepare(file, interpreter) end
      needed = needed or not run(file, interpreter)
    end
    prepare(patch[1], interpreter)
    if not needed then fail(("%s:%d is not needed"):format(patch[1], patch[2])) end
  end
  print(("%d patches tried"):format(#patches))
end

local function check_holes()
  local document = read(here .. "/../../docs/lua-compatibility.md")
  for _, patch in ipairs(patches) do
    if patch.hole and not document:find("| `" .. patch.hole .. "` |", 1, true) then
      fail(("docs/lua-compatibility.md does not name the hole '%s'"):format(patch.hole))
    end
  end
end

local done, message = pcall(function()
  prepare_all("stock")
  prepare_all("mixhost")
  check_holes()
  if mode then find_needless() else compare() end
end)
os.execute(("rm -rf '%s'"):format(work))
if not done then fail(tostring(message)) end
os.exit(failures == 0)
