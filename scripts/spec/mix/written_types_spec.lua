-- The editor types of Lua's libraries name what scripts have of them, and nothing else.

local types = assert(mix.fs.bundled("scripts/types/lua.lua"))

local function names_of(library)
  local names = {}
  for name in types:gmatch("%f[%w]function " .. library .. "%.(%w+)%(") do
    names[#names + 1] = name
  end
  if library == "io" then
    for name in types:gmatch("%-%-%-@field (std%w+)") do names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

describe("the editor types", function()
  it("offer of Lua's libraries what scripts have", function()
    assert(load(types, "@types/lua.lua"))
    for _, library in ipairs({ "io", "os", "debug" }) do
      local there = {}
      for name in pairs(_G[library]) do there[#there + 1] = name end
      table.sort(there)
      assert.are.same(there, names_of(library), library)
    end
  end)
end)
