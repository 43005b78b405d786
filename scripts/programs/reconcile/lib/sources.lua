-- What is reconciled with: the name of a service, `library`, or the path of a table.

local library_source = require("programs.reconcile.lib.library_source")
local service_source = require("programs.reconcile.lib.service_source")
local table_source = require("programs.reconcile.lib.table_source")

local sources = {}

local known = {}

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
  local service = wanted:match("^service:(.+)$") or wanted
  local subject, path = wanted, nil
  if service_source.is_known(service) then
    subject = "service:" .. service
  elseif wanted ~= "library" then
    path = mix.fs.absolute(wanted)
    subject = path
  end
  local source, fault = open(subject)
  if not source then return nil, fault end
  if source.close then source:close() end
  return { subject = subject, title = source.title, read = path and { path } or {} }
end

--- Returns the source of a subject, opened at its first use and again when a table has changed;
--- raises the fault.
function sources.of(subject)
  local source = known[subject]
  if source and source.is_stale and source:is_stale() then
    source:close()
    source = nil
  end
  if not source then
    local fault
    source, fault = open(subject)
    if not source then error(fault, 0) end
    known[subject] = source
  end
  return source
end

return sources
