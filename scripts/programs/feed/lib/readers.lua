-- The readers that subscriptions come from.

local readers = {}

--- The names of the services.
readers.names = { "miniflux", "freshrss", "fever" }

--- Returns the subscriptions of the user at a service, each {address, title, folder, page}; nil and
-- the error.
function readers.subscriptions(name)
  local service, err = require(("services.%s.provider"):format(name)).open()
  if not service then return nil, err end
  return service:subscriptions()
end

return readers
