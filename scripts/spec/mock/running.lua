-- Mocks with options of the spec's own. The files of lib/mock and of the services' mocks are loaded
-- anew, with a `mix.mock` that needs no server; Tests/MockTests tries the server.

local standard = { seed = 1, size = 1000, books = 100000, titles = 20000 }

local function encoded(text)
  return (tostring(text):gsub("[^%w_.-]", function(sign) return ("%%%02X"):format(sign:byte()) end))
end

-- The worth of a bearer token, which names its permissions: "Bearer read,write".
local function login(authorization, scopes)
  local given = (authorization or ""):match("^Bearer (.+)$")
  if not given then return "missing" end
  if given == "x" then return "invalid" end
  for _, scope in ipairs(scopes) do
    if not (given .. ","):find(scope .. ",", 1, true) then return "lacks_scope", scope end
  end
  return "accepted", "mock"
end

local function picture(title, ...)
  return ("PNG %s %s"):format(title, table.concat({ ... }, " "))
end

-- A `require` whose modules of the mocks are its own.
local function environment_of(mock)
  local loaded = {}
  local environment = setmetatable({ mix = setmetatable({ mock = mock }, { __index = mix }) },
    { __index = _G })
  function environment.require(name)
    if not (name:find("^lib%.mock") or name:find("^services%.[%w_]+%.mock")) then
      return require(name)
    end
    if loaded[name] == nil then
      local path = "scripts/" .. name:gsub("%.", "/")
      local text = mix.fs.read(path .. ".lua") or assert(mix.fs.read(path .. "/init.lua"))
      loaded[name] = assert(load(text, "@" .. path, "t", environment))()
    end
    return loaded[name]
  end
  return environment
end

local Mock = {}
Mock.__index = Mock

--- Asks {method, path, query, headers, body, is_limited, drawn_status}: query and body are texts or
--- tables. Returns the answer, with its JSON.
function Mock:ask(request)
  local query = request.query or ""
  if type(query) == "table" then
    local list = {}
    for name, value in pairs(query) do list[#list + 1] = name .. "=" .. encoded(value) end
    query = table.concat(list, "&")
  end
  local body = request.body or ""
  local answer = assert(self.server.answer({
    method = request.method or "GET", path = "/" .. request.path, query = query,
    headers = request.headers or {}, is_limited = request.is_limited,
    body = type(body) == "table" and mix.json.encode(body) or body,
    drawn_status = request.drawn_status,
  }))
  if answer.body:find("^%s*[%[{]") then answer.json = mix.json.decode(answer.body) end
  return answer
end

--- Returns the answer to a GET.
function Mock:get(path, query, headers)
  return self:ask({ path = path, query = query, headers = headers })
end

--- Returns the status of an answer to a GET.
function Mock:status(...) return self:get(...).status end

--- Returns how the mocks of services differ from the services' answers, a line each.
function Mock:differences(names) return { table.unpack(self.check.run(names).lines) } end

--- Starts the mocks of some services. `options`: as --mock takes them.
return function(services, options)
  options = setmetatable(options or {}, { __index = standard })
  options["chart-size"] = options["chart-size"] or math.min(100, options.size)
  local environment = environment_of({
    names = function() return services end, option = function(name) return options[name] end,
    now = function() return mix.time.now() // 1 | 0 end, login = login, cover = picture,
    landscape = picture, token = function(scopes) return "user," .. table.concat(scopes, ",") end,
  })
  local server = environment.require("lib.mock.server")
  for _, name in ipairs(services) do
    server.load(name)
    assert.is_nil(server.problem(name))
  end
  return setmetatable({ server = server, refused = server.loaded().refused_option,
    check = environment.require("lib.mock.check") }, Mock)
end
