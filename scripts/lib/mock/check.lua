-- Holds the mocks against the answers of their services (mixhost mock check): members, types, null
-- and status of what a mock sends, and what it never sends.

local server = require("lib.mock.server")

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

local function kinds(types)
  local names = {}
  for name in pairs(types) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " or ")
end

local function sorted_paths(shape)
  local paths = {}
  for path in pairs(shape) do paths[#paths + 1] = path end
  table.sort(paths)
  return paths
end

-- A member stands where its table stands, so that the check reports only the outermost difference.
local function has_parent(shape, path)
  local parent = path:match("^(.*)%.[^.]*$")
  if not parent then return true end
  return shape[parent] ~= nil
end

local function shown(path) return (path:gsub("^answer%.?", "")) end

-- Calls `say` with each difference that the file does not explain.
local function compare(file, real, mocked, say)
  local explained = file.explained or {}
  for _, path in ipairs(sorted_paths(real)) do
    local name = shown(path)
    if not mocked[path] and has_parent(mocked, path) and not explained[name] then
      say(("never sends %s (%s)"):format(name, kinds(real[path])))
    end
  end
  for _, path in ipairs(sorted_paths(mocked)) do
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
  local headers = {}
  for name, value in pairs(question.headers or {}) do headers[name] = value end
  if question.scopes then
    headers.authorization = "Bearer " .. mix.catalogue.token(question.scopes)
  end
  return headers
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

local function questions_of(mock) return mock and (mock.path and { mock } or mock) or {} end

-- The answers of one file.
local function check_file(file, say)
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
        say(("answers %q with %d, the service with %d"):format(answer.name, status,
          answer.status or 200))
      end
    end
  end
  for _, question in ipairs(questions_of(file.mock)) do
    local found = asked(question)
    if not found or found.status >= 300 then
      local status = found and found.status or 404
      say(("answers its own question %s with %d"):format(question.path, status))
    elseif found.json ~= nil then
      add(mocked, found.json, "answer", maps)
    end
  end
  if next(mocked) and next(real) then compare(file, real, mocked, say) end
end

local check = {}

--- Checks services by their names. Returns {answers, lines}: how many answers were looked at, and a
--- line for each difference.
function check.run(names)
  local result = { answers = 0, lines = mix.json.array({}) }
  for _, name in ipairs(names) do
    local is_there, files = pcall(require, ("services.%s.answers"):format(name))
    if not is_there then
      table.insert(result.lines, ("%s: has no answers/init.lua"):format(name))
      files = {}
    end
    for _, kind in ipairs(files) do
      local file = require(("services.%s.answers.%s"):format(name, kind))
      result.answers = result.answers + #file.answers
      check_file(file, function(text)
        table.insert(result.lines, ("%s/%s: the mock %s"):format(name, kind, text))
      end)
    end
  end
  return result
end

return check
