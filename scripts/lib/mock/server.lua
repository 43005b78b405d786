-- Answers the requests of the mock (mixhost mock, --mock) by the `mock.lua` of each service: finds
-- the route, reads query and form, and writes the answer. docs/services-own.md describes the files.

local parameters = require("lib.mock.parameters")

-- Of each first part of a path: {mock, state, routes = {{method, parts, answer}}}.
local roots = {}
local settings = {}

local function parts_of(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do parts[#parts + 1] = part end
  return parts
end

-- Literal parts come before names, so that /playlists/mine is not the playlist "mine".
local function is_before(a, b)
  for place = 1, math.max(#a.parts, #b.parts) do
    local one, other = a.parts[place], b.parts[place]
    if not one or not other then return one == nil and other ~= nil end
    local named, other_named = one:sub(1, 1) == ":", other:sub(1, 1) == ":"
    if named ~= other_named then return other_named end
    if one ~= other then return one < other end
  end
  return a.method < b.method
end

local function add(name, mock)
  local state = mock.state and mock.state() or {}
  for key, answer in pairs(mock.routes) do
    local method, path = key:match("^(%u+) (/.*)$")
    if not method then error(("the route %q of %s is METHOD /path"):format(key, name), 0) end
    local parts = parts_of(path)
    local root = roots[parts[1]] or { mock = mock, state = state, routes = {} }
    if root.mock ~= mock then
      error(("the path /%s of %s is another service's"):format(parts[1], name), 0)
    end
    roots[parts[1]] = root
    table.insert(root.routes, { method = method, parts = parts, answer = answer })
  end
  for setting, value in pairs(mock.settings or {}) do settings[setting] = value end
end

for _, name in ipairs(mix.mock.names()) do
  add(name, require(("services.%s.mock"):format(name)))
end
local names = {}
for name, root in pairs(roots) do
  table.sort(root.routes, is_before)
  names[#names + 1] = name
end
table.sort(names)

-- Returns the parts of a path that a route names; nil when it is another path.
local function matched(route, parts)
  local named = {}
  for place, part in ipairs(route.parts) do
    if part == "*" then return named end
    local given = parts[place]
    if not given then return nil end
    if part:sub(1, 1) == ":" then
      named[part:sub(2)] = parameters.decoded(given)
    elseif part ~= given then
      return nil
    end
  end
  return #parts == #route.parts and named or nil
end

local function found(root, method, path)
  local parts = parts_of(path)
  for _, route in ipairs(root.routes) do
    if route.method == method then
      local named = matched(route, parts)
      if named then return route, named end
    end
  end
end

-- Writes an answer: {status, json | body, type, headers}.
local function written(answer)
  local headers = answer.headers or {}
  local body = answer.body or ""
  if answer.json ~= nil then body = mix.json.encode(answer.json) end
  headers["Content-Type"] = headers["Content-Type"] or answer.type
    or answer.json ~= nil and "application/json; charset=utf-8" or nil
  return { status = answer.status or 200, headers = headers, body = body }
end

local function answered(request)
  local root = roots[parts_of(request.path)[1]]
  if not root then return nil end
  local route, named = found(root, request.method == "HEAD" and "GET" or request.method,
    request.path)
  if not route then return root.mock.missing and root.mock.missing(request) end
  request.parts, request.query = named, parameters.read(request.query)
  if (request.headers["content-type"] or ""):find("form-urlencoded", 1, true) then
    request.form = parameters.read(request.body)
  elseif request.body:find("^%s*[%[{]") then
    request.json = mix.json.decode(request.body)
  end
  -- A server of the user's own and a file on the web (`is_unlimited`) take any number of requests.
  if request.is_limited and not root.mock.is_unlimited then
    return root.mock.limited and root.mock.limited(request)
      or { status = 429, json = { error = "too many requests" } }
  end
  local refusal = root.mock.check and root.mock.check(request, root.state)
  return refusal or route.answer(request, root.state)
end

local server = { settings = settings, roots = mix.json.array(names) }

--- Answers a request {method, path, query, headers, body, is_limited}: {status, headers, body}; nil
--- where no mock has the path.
function server.answer(request)
  local answer = answered(request)
  return answer and written(answer)
end

return server
