-- Holds the mocks against the answers of their services (mixhost mock check): members, types, null
-- and status of what a mock sends, and what it never sends.

local changed = require("lib.changed")
local has = require("lib.has")
local near = require("lib.near")
local server = require("lib.mock.server")
local sorted_names = require("lib.sorted_names")

-- Adds to `shape` the types that stand at each path of a value: results[].title → {string}.
local function add(shape, value, path, maps)
  local kind = type(value)
  if value == mix.json.null then kind = "null" end
  if kind == "table" then kind = mix.json.is_array(value) and "list" or "object" end
  shape[path] = shape[path] or {}
  shape[path][kind] = true
  if kind == "list" then
    for _, item in ipairs(value) do add(shape, item, path .. "[]", maps) end
  elseif kind == "object" then
    for name, item in pairs(value) do
      add(shape, item, ("%s.%s"):format(path, maps[path] and "*" or name), maps)
    end
  end
end

local function kinds(types) return table.concat(sorted_names(types), " or ") end

-- A member stands where its table stands, so that the check reports only the outermost difference.
local function has_parent(shape, path)
  local parent = path:match("^(.*)%.[^.]*$")
  if not parent then return true end
  return shape[parent] ~= nil
end

local function shown(path) return (path:gsub("^answer%.?", "")) end

-- The questions of a file, one for each path.
local function questions_of(mock)
  local list = {}
  for _, question in ipairs(mock and mock.path and { mock } or mock or {}) do
    local path = question.path
    for _, one in ipairs(type(path) == "table" and path or { path }) do
      list[#list + 1] = changed(question, { path = one })
    end
  end
  return list
end

-- Whether a path is that of the entries of a list that the mock sends, but always empty. Lists
-- within entries are other members.
local function is_emptied(mocked, path)
  local list = path:match("^([^%[]*)%[%]$")
  return list ~= nil and mocked[list] ~= nil and mocked[list].list == true
end

local function say_empty(file, say)
  local paths = {}
  for place, question in ipairs(questions_of(file.mock)) do paths[place] = question.path end
  say(("answers its question %s with an empty list: ask for something that it has"):format(
    table.concat(paths, ", ")))
end

-- Calls `say` with each difference that the file does not explain.
local function compare(file, real, mocked, say)
  local explained = file.explained or {}
  for _, path in ipairs(sorted_names(real)) do
    local name = shown(path)
    if mocked[path] or not has_parent(mocked, path) or explained[name] then goto continue end
    if is_emptied(mocked, path) then
      say_empty(file, say)
    else
      say(("never sends %s (%s)"):format(name, kinds(real[path])))
    end
    ::continue::
  end
  for _, path in ipairs(sorted_names(mocked)) do
    local name = shown(path)
    if explained[name] then goto continue end
    if not real[path] then
      if has_parent(real, path) then say(("sends %s, which no answer has"):format(name)) end
    else
      for kind in pairs(mocked[path]) do
        if not real[path][kind] then
          say(("sends %s as %s, the service as %s"):format(name, kind, kinds(real[path])))
        end
      end
      if real[path].null and not mocked[path].null and not explained[name .. " null"] then
        say(("never sends null in %s"):format(name))
      end
    end
    ::continue::
  end
end

-- The fields of a question; `scopes` asks for the token of a log-in.
local function headers_of(question)
  local scopes = question.scopes
  return changed(question.headers or {},
    { authorization = scopes and "Bearer " .. mix.mock.token(scopes) or nil })
end

-- Asks the mock {method, path, query, headers, scopes, body}; returns the answer, its body decoded.
local function asked(question)
  local query = {}
  for name, value in pairs(question.query or {}) do
    for _, each in ipairs(type(value) == "table" and value or { value }) do
      query[#query + 1] = ("%s=%s"):format(name, (tostring(each):gsub("[^%w_.-]", function(sign)
        return ("%%%02X"):format(sign:byte())
      end)))
    end
  end
  local answer = server.answer({
    method = question.method or "GET", path = question.path, query = table.concat(query, "&"),
    headers = headers_of(question), body = question.body or "", is_limited = question.is_limited,
  })
  if answer then answer.json = mix.json.decode(answer.body) end
  return answer
end

-- The routes of a mock, where none of them fits a question.
local function routes_for(service, question)
  if server.has_route(question.method or "GET", question.path) then return "" end
  return ("; its routes are %s"):format(table.concat(server.routes(service), ", "))
end

-- The answers of one file.
local function check_file(service, file, say)
  local maps = {}
  for _, path in ipairs(file.maps or {}) do
    maps["answer" .. (path ~= "" and "." .. path or "")] = true
  end
  local real, mocked = {}, {}
  for _, answer in ipairs(file.answers) do
    local is_good = answer.class == "ok" or answer.class == "empty"
    -- The mock need not send answers of other programs in the service's place (`apart`).
    if is_good and answer.json ~= nil and not answer.apart then
      add(real, answer.json, "answer", maps)
    end
    -- A refusal with a question of its own: the mock refuses alike.
    if answer.mock then
      local found = asked(answer.mock)
      local status = found and found.status or 404
      if status ~= (answer.status or 200) then
        say(("answers %q with %d, the service with %d%s"):format(answer.name, status,
          answer.status or 200, status == 404 and routes_for(service, answer.mock) or ""))
      end
    end
  end
  for _, question in ipairs(questions_of(file.mock)) do
    local found = asked(question)
    if not found or found.status >= 300 then
      local status = found and found.status or 404
      say(("answers its own question %s with %d%s"):format(question.path, status,
        status == 404 and routes_for(service, question) or ""))
    elseif found.json ~= nil then
      add(mocked, found.json, "answer", maps)
    end
  end
  if next(mocked) and next(real) then compare(file, real, mocked, say) end
end

local check = {}

-- Loads a module; nil and what is wrong with it, `missing` where there is none.
local function loaded(module, missing)
  local is_loaded, found = pcall(require, module)
  if is_loaded then return found end
  local message = type(found) == "table" and found.message or tostring(found)
  local is_missing = message:find(("module '%s' was not found"):format(module), 1, true)
  return nil, is_missing and missing or message:match("^[^\r\n]*")
end

-- The fault of a service that keeps it from being checked; nil without one.
local function fault_of(name)
  if has(mix.mock.names(), name) then return server.problem(name) end
  local is_there, err = loaded(("services.%s.service"):format(name),
    ("there is no service %s%s"):format(name, near(name, mix.mock.names())))
  return is_there and ("%s has no mock.lua"):format(name) or err
end

-- Checks one service; returns the number of its answers.
local function check_service(name, add_line)
  local fault = fault_of(name)
  if fault then
    add_line(fault)
    return 0
  end
  local files, err = loaded(("services.%s.answers"):format(name),
    ("%s: has no answers/init.lua"):format(name))
  if not files then
    add_line(err)
    return 0
  end
  local count = 0
  for _, kind in ipairs(files) do
    local file
    file, err = loaded(("services.%s.answers.%s"):format(name, kind),
      ("%s: has no answers/%s.lua, which answers/init.lua names"):format(name, kind))
    if file then
      count = count + #file.answers
      check_file(name, file, function(text)
        add_line(("%s/%s: the mock %s"):format(name, kind, text))
      end)
    else
      add_line(err)
    end
  end
  return count
end

--- Checks services by their names. Returns {answers, lines}: how many answers were looked at, and a
--- line for each difference.
function check.run(names)
  local result = { answers = 0, lines = mix.json.array({}) }
  local function add_line(text) table.insert(result.lines, text) end
  for _, name in ipairs(names) do
    result.answers = result.answers + check_service(name, add_line)
  end
  return result
end

return check
