-- Holds a provider against the answers of its service: services/NAME/answers/init.lua names files
-- beside it. Each returns {url, ask, open, mock, answers}: `url` is the request that is answered,
-- `ask` the method of the service with its arguments, `open` the options of the service or a
-- function of the provider that returns it, `mock` the same question to the mock
-- (lib/mock/check.lua), and each answer {name, class, status, headers,
-- type, json or body, gives, ask, url, source, date, odd}. docs/services-own.md describes them.
--
-- A file's `source` and `date` are those of its answers that have none of their own. Of a file
-- also `module`, where another module than the provider is asked (its functions take no
-- service when it has no `open`); of an answer also `open`; `first`, answers to the same request
-- before this one; `more`, answers by their requests; `gives_about`, members of the second result;
-- `fails`, members of the error; and `says`, words of its message.

local failure = require("lib.failure")
local has = require("lib.has")
local near = require("lib.near")
local shapes = require("lib.shapes")
local spec_failure = require("lib.spec.failure")
local values = require("lib.spec.values")
require("lib.spec.secrets")

local answers = {}

local classes = { "ok", "empty", "refused", "gone", "passing", "lasting", "limit" }
local file_fields = {
  "url", "ask", "open", "module", "kind", "mock", "maps", "explained", "answers", "source", "date",
}
local answer_fields = {
  "name", "class", "json", "body", "type", "status", "headers", "source", "date", "odd", "gives",
  "gives_about", "fails", "says", "first", "more", "ask", "open", "url", "mock", "apart",
}

local function fail(text, ...) spec_failure.raise(text:format(...)) end

-- Fails the test where a table has a field that nobody reads. `place`: what the table is.
local function check_fields(found, known, place)
  for name in pairs(found) do
    if not has(known, name) then
      fail("%s has the unknown field %s%s; the fields are %s", place, tostring(name),
        near(tostring(name), known), table.concat(known, ", "))
    end
  end
end

-- Fails the test where a word is none of those that are known.
local function check_word(word, known, place, field)
  if has(known, word) then return end
  fail("%s has %s: one of %s%s", place,
    word == nil and ("no %s"):format(field) or ("the unknown %s %s"):format(field, tostring(word)),
    table.concat(known, ", "), near(tostring(word), known))
end

-- The module of a service's files, or an error that says what is missing.
local function loaded(module, missing)
  local is_loaded, found = pcall(require, module)
  if is_loaded then return found end
  if tostring(found):find(("module '%s' was not found"):format(module), 1, true) then
    error(missing, 0)
  end
  error(found, 0)
end

--- Returns the names of the files of a service's answers.
function answers.names(service)
  local names = loaded(("services.%s.answers"):format(service),
    ("%s has no answers/init.lua: it returns the names of the files beside it, such as "
      .. "{ \"search\" }"):format(service))
  if type(names) ~= "table" then
    error(("%s/answers/init.lua returns the names of the files beside it, such as "
      .. "{ \"search\" }"):format(service), 0)
  end
  return names
end

--- Returns the answers of a file.
function answers.file(service, name)
  local file = loaded(("services.%s.answers.%s"):format(service, name),
    ("%s has no answers/%s.lua, which answers/init.lua names"):format(service, name))
  if type(file) ~= "table" or type(file.answers) ~= "table" then
    error(("%s/answers/%s.lua returns a table with url, ask and answers"):format(service, name), 0)
  end
  return file
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
    local path = type(name) == "number" and ("%s[%d]"):format(place, name)
      or place == "" and name or ("%s.%s"):format(place, name)
    local seen = found[name]
    if type(value) == "table" and type(seen) == "table" then
      if (#value > 0 or next(value) == nil) and #value ~= #seen then
        fail("%s has the length %d, not %d: %s", path, #seen, #value, values.show(seen))
      end
      holds(value, seen, path)
    elseif value == false then
      if seen then fail("%s is %s, not absent", path, values.show(seen)) end
    elseif not values.same(value, seen) then
      fail("%s is %s, not %s", path, values.show(seen), values.show(value))
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
      local flaw = shapes.flaw(kind, result)
      if flaw then fail("%s", flaw) end
    end
    if answer.class == "empty" then assert.are.same({}, value) end
    if answer.gives ~= nil then holds({ results = answer.gives }, { results = value }, "") end
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
  local place = ("the answer %q"):format(answer.name)
  check_fields(file, file_fields, "the file")
  check_fields(answer, answer_fields, place)
  check_word(answer.class, classes, place, "class")
  if file.kind then check_word(file.kind, shapes.kinds(), "the file", "kind") end
  if not ((answer.source or file.source) and (answer.date or file.date)) then
    fail("%s has no source or no date", place)
  end
  -- Waits for another try cost no time.
  mix.test.clock()
  local network = { [answer.url or file.url] = turns(answer) }
  for url, other in pairs(answer.more or {}) do network[url] = sent(other) end
  mix.test.mock_http(network)
  local ask = answer.ask or file.ask
  if not ask then fail("neither the file nor %s has ask, the question", place) end
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
  if provider.name ~= service then
    error(("provider.name is %s, and the folder is %s: they are the same name"):format(
      values.show(provider.name), service), 0)
  end
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
