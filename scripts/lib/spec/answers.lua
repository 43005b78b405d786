-- Holds a provider against the answers of its service: services/NAME/answers/init.lua names files
-- beside it. Each returns {url, ask, open, mock, answers}: `url` is the request that is answered,
-- `ask` the method of the service with its arguments, `open` the options of the service or a
-- function of the provider that returns it, `mock` the same question to the mock
-- (lib/mock/check.lua), and each answer {name, class, status, headers,
-- type, json or body, gives, ask, url, source, date, odd}. docs/services-own.md describes them.
--
-- Of a file also `module`, where another module than the provider is asked (its functions take no
-- service when it has no `open`); of an answer also `open`; `first`, answers to the same request
-- before this one; `more`, answers by their requests; `gives_about`, members of the second result;
-- `fails`, members of the error; and `says`, words of its message.

local failure = require("lib.failure")
local shapes = require("lib.shapes")

local answers = {}

local classes = {
  ok = true, empty = true, refused = true, gone = true, passing = true, lasting = true,
  limit = true,
}

--- Returns the names of the files of a service's answers.
function answers.names(service)
  return require(("services.%s.answers"):format(service))
end

--- Returns the answers of a file.
function answers.file(service, name)
  return require(("services.%s.answers.%s"):format(service, name))
end

-- The answer in the form that mix.test.mock_http takes.
local function sent(answer)
  local headers = answer.headers or {}
  headers["Content-Type"] = headers["Content-Type"] or answer.type
  return {
    status = answer.status, headers = headers, body = answer.body,
    json = answer.body == nil and answer.json or nil,
  }
end

-- The answers to a request, one after another.
local function turns(answer)
  local list = {}
  for _, earlier in ipairs(answer.first or {}) do list[#list + 1] = sent(earlier) end
  list[#list + 1] = sent(answer)
  return #list == 1 and list[1] or list
end

-- Every member that `expected` names is in a result; a list is the whole list, and false says that
-- there is nothing.
local function holds(expected, found, place)
  for name, value in pairs(expected) do
    local path = ("%s.%s"):format(place, name)
    if type(value) == "table" and type(found[name]) == "table" then
      if #value > 0 or next(value) == nil then
        assert.are.same({ path, #value }, { path, #found[name] })
      end
      holds(value, found[name], path)
    elseif value == false then
      assert.are.same({ path, false }, { path, found[name] or false })
    else
      assert.are.same({ path, value }, { path, found[name] })
    end
  end
end

-- The results in a value: a list, or a single one.
local function results(value)
  if type(value) ~= "table" then return {} end
  return (value[1] ~= nil or next(value) == nil) and value or { value }
end

-- `about`: the second result, which is the error where the first is nil.
local function judge(provider, kind, answer, value, about)
  if answer.class == "ok" or answer.class == "empty" then
    assert(value, about and (about.message or about))
    for _, result in ipairs(kind and results(value) or {}) do
      assert.is_nil(shapes.flaw(kind, result))
    end
    if answer.class == "empty" then assert.are.same({}, value) end
    if answer.gives ~= nil then holds({ answer.gives }, { value }, "results") end
    if answer.gives_about then holds(answer.gives_about, about, "second") end
    return
  end
  assert.is_nil(value)
  assert.equal(provider.name, about.provider)
  assert.are.same({ answer.class, about.message }, { failure.class(about), about.message })
  if answer.says then assert.matches(answer.says, about.message, 1, true) end
  if answer.fails then holds(answer.fails, about, "error") end
end

local function service_of(module, open)
  if type(open) == "function" then return open(module) end
  return module.open(open or { patience = 600 })
end

-- One answer, as a test.
local function try(provider, file, answer)
  assert(classes[answer.class], ("%s has the class %s"):format(answer.name, answer.class))
  assert(answer.source and answer.date, answer.name .. " says neither source nor date")
  -- Waits for another try cost no time.
  mix.test.clock()
  local network = { [answer.url or file.url] = turns(answer) }
  for url, other in pairs(answer.more or {}) do network[url] = sent(other) end
  mix.test.mock_http(network)
  local ask = answer.ask or file.ask
  local module = file.module and require(file.module) or provider
  local value, about
  local open = answer.open or file.open
  if module.open or type(open) == "function" then
    local service = service_of(module, open)
    value, about = service[ask[1]](service, table.unpack(ask, 2))
  else
    value, about = module[ask[1]](table.unpack(ask, 2))
  end
  judge(provider, file.kind or ask[1] == "search" and provider.kind or nil, answer, value, about)
end

--- Makes a test of each answer.
function answers.hold(service)
  local provider = require(("services.%s.provider"):format(service))
  for _, name in ipairs(answers.names(service)) do
    local file = answers.file(service, name)
    describe(("%s: answers to %s"):format(service, name), function()
      for _, answer in ipairs(file.answers) do
        it(answer.name, function() try(provider, file, answer) end)
      end
    end)
  end
end

return answers
