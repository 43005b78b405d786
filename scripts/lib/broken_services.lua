-- The services whose service.lua is wrong. mix.host.services does not list them.

local failure = require("lib.failure")

local broken_services = {}

--- Returns the services of the problems that mix.host.programs tells, each once: {name, folder,
--- path, message}.
function broken_services.among(problems)
  local found, known = {}, {}
  for _, problem in ipairs(problems) do
    local folder, name = problem.path:match("^(.*/services/([^/]+))/")
    if name and not known[folder] then
      known[folder] = true
      found[#found + 1] = {
        name = name, folder = folder, path = problem.path, message = failure.line(problem.message),
      }
    end
  end
  return found
end

--- Returns those of this mixhost. A program without a right to the data sees none.
function broken_services.list()
  local is_seen, _, problems = pcall(mix.host.programs)
  return is_seen and broken_services.among(problems) or {}
end

return broken_services
