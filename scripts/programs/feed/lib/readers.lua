-- The readers that subscriptions come from.

local readers = {}

--- The names of the services.
readers.names = { "miniflux", "freshrss", "fever" }

local function provider_of(name) return require(("services.%s.provider"):format(name)) end

--- Returns those whose key is set, as choices: {value, label}.
function readers.choices()
  local list = {}
  for _, name in ipairs(readers.names) do
    local provider = provider_of(name)
    if mix.env.source(provider.setting) then
      list[#list + 1] = { value = name, label = provider.title }
    end
  end
  return list
end

--- Returns the subscriptions of the user at a service, each {address, title, folder, page}; nil and
-- the error.
function readers.subscriptions(name)
  local service, err = provider_of(name).open()
  if not service then return nil, err end
  return service:subscriptions()
end

return readers
