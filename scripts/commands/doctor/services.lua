-- The services that mixhost knows, by name. Each says in its provider what it needs and how it is
-- tried (`checks`, see docs/doctor.md).

local services = {}

-- A provider that cannot be loaded is a finding of its own.
local function checks_of(name)
  local is_loaded, provider = pcall(require, ("services.%s.provider"):format(name))
  if is_loaded then return provider.checks or {} end
  return { { title = name, upstream = name, serves = {}, broken = tostring(provider) } }
end

--- All checks, the user's own chart first.
function services.list()
  local list = { table.unpack(require("programs.chart.lib.chart_sources").checks) }
  for _, name in ipairs(mix.host.services()) do
    for _, check in ipairs(checks_of(name)) do list[#list + 1] = check end
  end
  return list
end

return services
