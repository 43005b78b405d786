-- Answers the requests of the mock (mixhost mock, --mock) by the `mock.lua` of each service: finds
-- the route, reads query and form, and writes the answer. docs/services-own.md describes the files.

local has = require("lib.has")
local media = require("lib.mock.media")
local parameters = require("lib.parameters")
local sorted_names = require("lib.sorted_names")

-- Of each first part of a path: {mock, state, routes = {{method, parts, answer}}}.
local roots = {}
local settings = {}
-- The first parts of paths, by service; its faults, one text each, of the mocks that are left out.
local roots_of, problems, problem_of = {}, mix.json.array({}), {}
-- The option of --mock that a mock does not take, {name, message}.
local refused_option

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

-- The names of a service's upstreams, with which its paths begin; nil for an unknown service.
local function upstreams_of(name)
  local is_loaded, manifest = pcall(require, ("services.%s.service"):format(name))
  if not is_loaded or type(manifest) ~= "table" or type(manifest.upstreams) ~= "table" then
    return nil
  end
  return sorted_names(manifest.upstreams)
end

-- The routes of a mock, {method, parts, answer}; raises what is wrong with one.
local function routes_of(name, mock)
  if type(mock) ~= "table" or type(mock.routes) ~= "table" or next(mock.routes) == nil then
    error(("%s/mock.lua has no routes"):format(name), 0)
  end
  local routes, upstreams = {}, upstreams_of(name)
  local example = ("GET /%s/search"):format(upstreams and upstreams[1] or name)
  for key, answer in pairs(mock.routes) do
    local method, path = tostring(key):match("^(%u+) (/.*)$")
    if not method then
      error(("%s/mock.lua: a route must be METHOD /path, such as %q, not %q"):format(name, example,
        tostring(key)), 0)
    end
    local parts = parts_of(path)
    if upstreams and not has(upstreams, parts[1]) then
      error(("%s/mock.lua: the route %q must begin with the name of an upstream of the service: "
        .. "%s"):format(name, key, "/" .. table.concat(upstreams, " or /")), 0)
    end
    if type(answer) ~= "function" then
      error(("%s/mock.lua: the route %q must be a function"):format(name, key), 0)
    end
    local root = roots[parts[1]]
    if root and root.mock ~= mock then
      error(("%s/mock.lua: the path /%s is another service's"):format(name, parts[1]), 0)
    end
    routes[#routes + 1] = { method = method, path = path, parts = parts, answer = answer }
  end
  return routes
end

local function add(name, mock)
  local routes = routes_of(name, mock)
  local state = mock.state and mock.state() or {}
  roots_of[name] = {}
  for _, route in ipairs(routes) do
    local first = route.parts[1]
    if not roots[first] then
      roots[first] = { mock = mock, state = state, routes = {} }
      table.insert(roots_of[name], first)
    end
    table.insert(roots[first].routes, route)
  end
  for setting, value in pairs(mock.settings or {}) do settings[setting] = value end
  for host, answer in pairs(mock.media or {}) do media.hosts[host] = answer end
  refused_option = refused_option or mock.refused_option
end

local function add_service(name) add(name, require(("services.%s.mock"):format(name))) end

local function line_of(err)
  return (type(err) == "table" and err.message or tostring(err)):match("^[^\r\n]*")
end

local function leave_out(name, err)
  -- The advice to give a script more time is not for a service.
  local line = line_of(err):gsub(" %(raise [^()]*%)$", "")
  problem_of[name] = line:find(name, 1, true) and line or ("%s/mock.lua: %s"):format(name, line)
  problems[#problems + 1] = problem_of[name]
end

-- No service can have these names.
add("mixhost: charts", require("lib.mock.chart"))
add("mixhost: pictures", media.mock)
add("mixhost: podcasts", require("lib.mock.podcasts"))

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
  return { status = answer.status or 200, headers = headers, body = body, fault = answer.fault }
end

-- A server of the user's own and a file on the web take any number of requests: `is_unlimited` is
-- true, or names the upstreams that do.
local function is_limited(mock, first)
  local free = mock.is_unlimited
  return not (type(free) == "table" and has(free, first) or free == true)
end

local function answered(request)
  local first = parts_of(request.path)[1]
  local root = roots[first]
  if not root then return nil end
  if request.drawn_status then return root.mock.drawn and root.mock.drawn(request.drawn_status) end
  local route, named = found(root, request.method == "HEAD" and "GET" or request.method,
    request.path)
  if not route then return root.mock.missing and root.mock.missing(request) end
  request.parts, request.query = named, parameters.read(request.query)
  if (request.headers["content-type"] or ""):find("form-urlencoded", 1, true) then
    request.form = parameters.read(request.body)
  elseif request.body:find("^%s*[%[{]") then
    request.json = mix.json.decode(request.body)
  end
  if request.is_limited and is_limited(root.mock, first) then
    return root.mock.limited and root.mock.limited(request)
      or { status = 429, json = { error = "too many requests" } }
  end
  local refusal = root.mock.check and root.mock.check(request, root.state)
  return refusal or route.answer(request, root.state)
end

local server = { leave_out = leave_out }

--- Loads the mock of a service. One that is wrong is left out, and costs no other.
function server.load(name)
  -- A service of the user's may have the name of one that comes with mixhost.
  if roots_of[name] or problem_of[name] then return end
  local is_added, err = pcall(add_service, name)
  if not is_added then leave_out(name, err) end
end

--- Returns what the server has to know of the mocks: {settings, roots, problems, refused_option}.
function server.loaded()
  local names = mix.json.array({})
  for name, root in pairs(roots) do
    table.sort(root.routes, is_before)
    names[#names + 1] = name
  end
  return {
    settings = settings, roots = names, problems = problems, refused_option = refused_option,
  }
end

--- Returns what is wrong with the mock of a service, which is left out; nil without a fault.
function server.problem(name) return problem_of[name] end

--- Returns the routes of a service's mock, as "GET /acme/search", in the order of their names.
function server.routes(name)
  local list = {}
  for _, first in ipairs(roots_of[name] or {}) do
    for _, route in ipairs(roots[first].routes) do
      list[#list + 1] = ("%s %s"):format(route.method, route.path)
    end
  end
  table.sort(list)
  return list
end

--- Whether a mock has a route for a method and a path.
function server.has_route(method, path)
  local root = roots[parts_of(path)[1]]
  return root ~= nil and found(root, method, path) ~= nil
end

--- Answers a request {method, path, query, headers, body, is_limited}: {status, headers, body,
--- fault}; nil where no mock has the path. With `drawn_status` the service refuses by that status.
function server.answer(request)
  local answer = answered(request)
  return answer and written(answer)
end

return server
