-- lua5.4 cjson.lua FILE: MB/s of lua-cjson decoding FILE, and of encoding.
local cjson = require("cjson")
local file = assert(io.open(arg[1], "rb"))
local text = file:read("a")
file:close()

-- os.clock is CPU time, which is all the time there is here.
local function rate(work)
  local times = {}
  for i = 1, 40 do
    local start = os.clock()
    work()
    times[i] = os.clock() - start
  end
  table.sort(times)
  return #text / times[#times // 2] / 1e6
end

local value = cjson.decode(text)
print(("%.1f %.1f"):format(
  rate(function() return cjson.decode(text) end),
  rate(function() return cjson.encode(value) end)))
