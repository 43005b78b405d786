-- The catalogues of reconciliation: a service by its name, `library`, or the path of a table.

local failure = require("lib.failure")
local library_source = require("programs.reconcile.lib.library_source")
local service_source = require("programs.reconcile.lib.service_source")
local services = require("lib.match_services")
local table_source = require("programs.reconcile.lib.table_source")

local sources = {}

-- The opened sources, those that are being opened, and seconds between two looks at these.
local known, opening, pause = {}, {}, 0.05

local function open(subject)
  if subject == "library" then return library_source.open() end
  local service = subject:match("^service:(.+)$")
  if service then return service_source.open(service) end
  return table_source.open(subject)
end

--- Returns what an address may be for, or nil and the fault: {subject, title, read}.
function sources.offer(wanted)
  if wanted == "" then
    return nil, ("name a table, library, or a service: %s"):format(service_source.names())
  end
  if wanted == "library" then return { subject = wanted, title = wanted } end
  if service_source.is_known(wanted) then
    local source, fault = service_source.open(wanted)
    return source and { subject = "service:" .. wanted, title = wanted }, fault
  end
  local path = mix.fs.absolute(wanted)
  -- The argument is a path, which may have been made absolute.
  local name = wanted:match("[^/]*$")
  if path == mix.fs.absolute(name) and not name:find(".", 1, true) and not mix.fs.exists(path) then
    return nil, ("there is no service or table \"%s\"%s; the services are %s"):format(name,
      services.near(name), service_source.names())
  end
  local title, fault = table_source.title(path)
  return title and { subject = path, title = title, read = { path } }, fault
end

--- Returns the source of a subject, opened at its first use and again when a table has changed;
--- raises the fault. Requests that come meanwhile wait.
function sources.of(subject)
  while opening[subject] do mix.task.sleep(pause) end
  local source = known[subject]
  if source and not (source.is_stale and source:is_stale()) then return source end
  opening[subject], known[subject] = true, nil
  local ok, opened, fault = pcall(function()
    if source then source:close() end
    return open(subject)
  end)
  opening[subject] = nil
  if not ok then error(opened, 0) end
  if not opened then failure.raise(fault, "source") end
  known[subject] = opened
  return opened
end

return sources
