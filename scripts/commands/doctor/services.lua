-- The services that mixhost knows, by name. Each says in its provider what it needs and how it is
-- tried (`checks`, see docs/doctor.md).

local broken_services = require("lib.broken_services")
local providers = require("lib.providers")

local services = {}

-- A service whose files are wrong is a finding of its own. `advice`: what to do about it.
local function broken(name, message, advice)
  return { title = name, upstream = name, serves = {}, broken = message, advice = advice }
end

local function to_mend(folder) return "mend the file, then: mixhost test " .. folder end

local function checks_of(name)
  local provider, message = providers.load(name)
  if provider then return provider.checks or {} end
  local folder = message:match("^(/.-/services/[^/]+)/") or "services/" .. name
  return { broken(name, message, to_mend(folder)) }
end

--- All checks, the user's own chart first.
function services.list()
  local list = { table.unpack(require("programs.chart.lib.chart_sources").checks) }
  for _, name in ipairs(mix.host.services()) do
    for _, check in ipairs(checks_of(name)) do list[#list + 1] = check end
  end
  for _, each in ipairs(broken_services.list()) do
    list[#list + 1] = broken(each.name, each.message, to_mend(each.folder))
  end
  return list
end

return services
