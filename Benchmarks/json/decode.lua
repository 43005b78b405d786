-- mixhost Benchmarks/json/decode.lua FILE: MB/s of decoding FILE into Lua tables, and of encoding.
local text = assert(mix.fs.read((...)))

local function rate(work)
  local times = {}
  for i = 1, 40 do
    local start = mix.time.monotonic()
    work()
    times[i] = mix.time.monotonic() - start
  end
  table.sort(times)
  return #text / times[#times // 2] / 1e6
end

local value = assert(mix.json.decode(text))
print(("%.1f %.1f"):format(
  rate(function() return mix.json.decode(text) end),
  rate(function() return mix.json.encode(value) end)))
