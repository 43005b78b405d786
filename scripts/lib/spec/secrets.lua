-- Made-up secrets for the providers of a spec: the host sends none but those of its own settings,
-- which it has read before a spec begins. A spec of a provider requires this file.

local changed = require("lib.changed")

local secrets = {
  --- Whether the settings have secrets; false for a test of a provider without them.
  are_set = true,
}

local real = mix
local is_secret = {}
for _, setting in ipairs(real.env.settings()) do is_secret[setting.name] = setting.secret end

-- Some services answer only those who can be reached.
assert(real.env.set("http.contact", "me@example.org"))

-- The text in place of each secret in a request.
local made_up = "made-up"

-- A client that sends them as fields of each request.
local function client(options)
  if not secrets.are_set or not options then return real.http.client(options) end
  local headers = changed(options.headers or {})
  if options.bearer then headers.Authorization = (options.bearer_scheme or "Bearer ") .. made_up end
  for field in pairs(options.secret_headers or {}) do headers[field] = made_up end
  return real.http.client(changed(options, { headers = headers, bearer = false,
    bearer_scheme = false, key_parameter = false, secret_headers = false,
    secret_path = false }))
end

local function source(name)
  return real.env.source(name) or secrets.are_set and is_secret[name] and "spec" or nil
end

_G.mix = setmetatable({
  http = setmetatable({ client = client }, { __index = real.http }),
  env = setmetatable({ source = source }, { __index = real.env }),
}, { __index = real })

return secrets
