-- Holds a provider against the answers of its service: services/NAME/answers/init.lua names files
-- beside it. Each returns {url, ask, open, mock, answers}: `url` is the request that is answered,
-- `ask` the method of the service with its arguments, `open` the options of the service, `mock` the
-- same question to the mock (lib/mock/check.lua), and each answer {name, class, status, headers,
-- type, json or body, gives, ask, url, source, date, odd}. docs/services-own.md describes them.

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

-- Every member that `expected` names is in a result.
local function holds(expected, found, place)
  for name, value in pairs(expected) do
    local path = ("%s.%s"):format(place, name)
    if type(value) == "table" and type(found[name]) == "table" then
      holds(value, found[name], path)
    elseif value == false then
      assert.is_nil(found[name], path)
    else
      assert.are.same({ path, value }, { path, found[name] })
    end
  end
end

local function judge(provider, kind, answer, value, err)
  if answer.class == "ok" or answer.class == "empty" then
    assert(value, err and err.message)
    if kind and #value > 0 then
      for _, result in ipairs(value) do assert.is_nil(shapes.flaw(kind, result)) end
    end
    if answer.class == "empty" then assert.are.same({}, value) end
    if answer.gives then
      assert.equal(#answer.gives, #value)
      holds(answer.gives, value, "results")
    end
    return
  end
  assert.is_nil(value)
  assert.equal(provider.name, err.provider)
  assert.are.same({ answer.class, err.message }, { failure.class(err), err.message })
end

-- One answer, as a test.
local function try(provider, file, answer)
  assert(classes[answer.class], ("%s has the class %s"):format(answer.name, answer.class))
  assert(answer.source and answer.date, answer.name .. " says neither source nor date")
  -- Waits for another try cost no time.
  mix.test.clock()
  mix.test.mock_http({ [answer.url or file.url] = sent(answer) })
  local ask = answer.ask or file.ask
  local service = provider.open(file.open or { patience = 600 })
  local method = service[ask[1]]
  local value, err = method(service, table.unpack(ask, 2))
  local kind = file.kind or provider.kind
  judge(provider, ask[1] == "search" and kind or file.kind, answer, value, err)
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
