-- The rules for every provider (docs/services-own.md), held against made-up answers. A spec in the
-- folder of the service calls `contract.check(case)`:
--
--   provider   the module
--   open       function() → an open service
--   url        which requests are answered, such as "GET https://example.com/*"
--   search_for function(service, text) → what a search for any text returns, false for none; it
--              asks for the text as title, artist and name where it is left out
--   questions  one for each kind and method of `provider.can`: {
--     does, kind   such as "search", "track"
--     ids          what a look-up asks for
--     ask          function(service, limit) → what the method returns; a search for `first` and a
--                  look-up of `ids` where it is left out
--     answer       a good answer as a table, with two results or more for a search
--     first        title or name of the first result
--     nothing      an answer without results; a status for look-ups by identifier
--     gone_adds_nothing   whether 404 and 410 of `complete` leave the result as it is
--   }

local shapes = require("lib.shapes")

local contract = {}

local broken = { "", "{", "[1", "5", "null", '"text"', "[]", "{}", '{"a":', "\0\255" }
local pages = { "<html>log in</html>", "<!DOCTYPE html><p>" }
local statuses = { 400, 401, 403, 404, 410, 429, 500, 503 }
local no_network = { "unreachable", "dns", "timeout" }
local wrong_values = { 5, -1.5, "", "x", true, mix.json.null, {}, { 1, 2 } }

local function is_failure(provider, value, err, status)
  assert.is_nil(value)
  assert.is_table(err)
  assert.is_string(err.kind)
  assert.matches("%S", err.kind)
  assert.matches("%S", err.message)
  assert.is_nil(err.message:find("[\r\n]"))
  assert.equal(provider.name, err.provider)
  if status then assert.equal(status, err.status) end
end

-- A list of results, or for `complete` the one result, and what the answer says of it.
local function is_success(question, value, info)
  assert.is_table(value)
  assert.is_table(info)
  assert.is_boolean(info.cached)
  for _, result in ipairs(question.does == "complete" and { value } or value) do
    assert.is_nil(shapes.flaw(question.kind, result))
  end
end

local function copy(value)
  if type(value) ~= "table" then return value end
  local result = mix.json.is_array(value) and mix.json.array({}) or {}
  for name, item in pairs(value) do result[name] = copy(item) end
  return result
end

-- Calls `visit(holder, name)` for all members of a table, outer ones first.
local function each_member(value, visit)
  local names = {}
  for name in pairs(value) do names[#names + 1] = name end
  for _, name in ipairs(names) do
    visit(value, name)
    if type(value[name]) == "table" then each_member(value[name], visit) end
  end
end

local function count_members(value)
  local count = 0
  each_member(value, function() count = count + 1 end)
  return count
end

-- A copy of an answer whose member of a number is another value.
local function damaged(answer, number, value)
  local result, place = copy(answer), 0
  local holder, key
  each_member(result, function(parent, name)
    place = place + 1
    if place == number then holder, key = parent, name end
  end)
  holder[key] = value
  return result
end

local function search_for(service, text)
  return service:search({ title = text, artist = text, name = text })
end

local function ask_question(question, service, limit)
  if question.ask then return question.ask(service, limit) end
  if question.ids then return service:lookup(question.ids, { kind = question.kind }) end
  return service:search({
    kind = question.kind, title = question.first, name = question.first, limit = limit,
  })
end

local function check_question(case, question)
  local provider = case.provider
  local does = ("%s of a %s"):format(question.does, question.kind)

  -- Each has a service of its own; caches and pauses are forgotten.
  local function ask(answers, limit)
    mix.test.mock_http({ [case.url] = answers })
    return ask_question(question, case.open(), limit)
  end

  it(does .. " gives the shape", function()
    local value, info = ask({ json = question.answer })
    is_success(question, value, info)
    local first = question.does == "complete" and value or value[1]
    assert.equal(question.first, first.title or first.name)
  end)

  it(does .. " without a result is not a failure", function()
    if not question.nothing then return end
    local value, info = ask(question.nothing)
    assert.are.same({}, value)
    is_success(question, value, info)
  end)

  it(does .. " gives no more than the limit", function()
    if question.does ~= "search" then return end
    assert.is_true(#ask({ json = question.answer }) > 1)
    assert.equal(1, #ask({ json = question.answer }, 1))
  end)

  it(does .. " says what is wrong with a malformed answer", function()
    for _, body in ipairs(broken) do
      -- An object without members is an answer of some services.
      if not (body == "{}" and question.empty_object) then
        local value, err = ask({ body = body })
        is_failure(provider, value, err)
        assert.equal("answer", err.kind)
      end
    end
    for _, body in ipairs(pages) do
      local value, err = ask({ body = body })
      is_failure(provider, value, err)
      assert.equal("portal", err.kind)
    end
  end)

  it(does .. " passes over what has the wrong type", function()
    for number = 1, count_members(question.answer) do
      for _, wrong in ipairs(wrong_values) do
        local value, info = ask({ json = damaged(question.answer, number, wrong) })
        if value == nil then
          is_failure(provider, value, info)
        else
          is_success(question, value, info)
        end
      end
    end
  end)

  it(does .. " gives an error for a status", function()
    for _, status in ipairs(statuses) do
      local value, err = ask({ status = status, body = "" })
      -- A look-up leaves out what the service does not know, and a page that is gone adds nothing.
      local is_unknown = question.does == "lookup" and (status == 404 or status == 400)
      local is_gone = question.gone_adds_nothing and (status == 404 or status == 410)
      if is_gone then
        is_success(question, value, err)
      elseif is_unknown and value then
        assert.are.same({}, value)
      else
        is_failure(provider, value, err, err and err.kind ~= "paused" and status or nil)
      end
      if status == 429 then assert.equal("rate", err.kind) end
      if status == 500 then assert.equal("server", err.kind) end
    end
  end)

  it(does .. " gives an error without network", function()
    for _, kind in ipairs(no_network) do
      local value, err = ask({ error = kind })
      is_failure(provider, value, err)
      assert.equal(kind, err.kind)
    end
  end)
end

local odd_texts = {
  "", " ", "Bjørk – 日本 \u{1F3B5}", 'a"b\\c', "a:b AND (c", "\1\n\t", "%00&x=1#y", ("x"):rep(2000),
}

--- Holds a provider to the rules.
function contract.check(case)
  local provider = case.provider
  describe(("%s as a provider"):format(provider.title), function()
    before_each(function() mix.test.clock() end)

    it("says who it is, and has a question here for all that it can", function()
      assert.matches("^%l[%l%d_]*$", provider.name)
      assert.is_table(mix.http.service(provider.upstream))
      assert.is_table(provider.can[provider.kind])
      local service = case.open()
      for kind, methods in pairs(provider.can) do
        assert.is_table(shapes.fields(kind))
        for method in pairs(methods) do
          assert.is_function(service[method])
          local found = false
          for _, question in ipairs(case.questions) do
            found = found or question.kind == kind and question.does == method
          end
          assert.is_true(found)
        end
      end
      assert.is_table(provider.checks)
    end)

    it("takes any text", function()
      if case.search_for == false then return end
      for _, text in ipairs(odd_texts) do
        mix.test.mock_http({ [case.url] = { json = case.questions[1].answer } })
        local value, err = (case.search_for or search_for)(case.open(), text)
        if value == nil then is_failure(provider, value, err) end
        for _, request in ipairs(mix.test.requests()) do
          assert.is_nil(request.url:find("[^\33-\126]"))
        end
      end
    end)

    for _, question in ipairs(case.questions) do check_question(case, question) end
  end)
end

return contract
