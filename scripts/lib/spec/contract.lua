-- The rules for every provider (docs/services-own.md), held against the answers of its service and
-- against damaged copies of them (lib/spec/answers.lua). A spec in the folder of the service calls
-- `contract.check(name, more)`; `more`, where something differs:
--
--   search_for function(service, text) → what a search for any text returns, false for none; it
--              asks for the text as title, artist and name where it is left out
--   files      the names of the files of answers, where not all of them
--   questions  further ones with made-up answers, {does, kind, url, open, ask, answer, nothing}, in
--              the form of the files
--   empty      methods for which an object without members is an answer
--   gone_adds_nothing   whether 404 and 410 of `complete` leave the result as it is

local answers = require("lib.spec.answers")
local has = require("lib.has")
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

-- Calls `visit(holder, name)` for all members of a table, outer ones first; of a list its first
-- item stands for all.
local function each_member(value, visit)
  local names = {}
  for name in pairs(value) do names[#names + 1] = name end
  for _, name in ipairs(#value > 0 and { 1 } or names) do
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

local function count_of(result) return type(result) == "table" and #result or 0 end

-- An answer of a file to a question without further requests: one with several results if there is
-- one; and an answer without results.
local function plain_answers(file)
  local full, nothing
  for _, answer in ipairs(file.answers) do
    if answer.json and not (answer.more or answer.first or answer.url or answer.open) then
      if answer.class == "empty" then nothing = nothing or answer end
      local is_better = not full or count_of(full.gives) < 2 and count_of(answer.gives) > 1
      if answer.class == "ok" and is_better then full = answer end
    end
  end
  return full, nothing
end

-- The questions of a service, {does, kind, url, open, ask, answer, nothing, has_several}: one for
-- each kind and method.
local function questions_of(provider, more)
  local list, known = {}, {}
  local function add(question)
    local key = question.kind .. " " .. question.does
    if not (provider.can[question.kind] or {})[question.does] or known[key] then return end
    list[#list + 1], known[key] = question, question
  end
  for _, question in ipairs(more.questions or {}) do add(question) end
  for _, name in ipairs(more.files or answers.names(provider.name)) do
    local file = answers.file(provider.name, name)
    local answer, nothing = plain_answers(file)
    local ask = answer and (answer.ask or file.ask)
    local kind = file.kind or ask and ask[1] == "search" and provider.kind
    if ask and kind and not file.module then
      add({ does = ask[1], kind = kind, url = file.url, open = file.open, ask = ask,
        answer = answer.json, nothing = nothing, has_several = count_of(answer.gives) > 1 })
    end
  end
  return list
end

local function opened(provider, question)
  if type(question.open) == "function" then return question.open(provider) end
  return provider.open(question.open or { patience = 600 })
end

local function ask_question(question, service, limit)
  local ask = copy(question.ask)
  if limit then ask[2].limit = limit end
  return service[ask[1]](service, table.unpack(ask, 2))
end

local function check_question(provider, more, question)
  local does = ("%s of a %s"):format(question.does, question.kind)

  -- Each has a service of its own; caches and pauses are forgotten.
  local function ask(reply, limit)
    mix.test.mock_http({ [question.url] = reply })
    return ask_question(question, opened(provider, question), limit)
  end

  it(does .. " gives the shape", function()
    is_success(question, ask({ json = question.answer }))
  end)

  it(does .. " without a result is not a failure", function()
    if not question.nothing then return end
    local value, info = ask({ json = question.nothing.json, status = question.nothing.status })
    assert.are.same({}, value)
    is_success(question, value, info)
  end)

  it(does .. " gives no more than the limit", function()
    if question.does ~= "search" then return end
    assert.is_true(question.has_several and #ask({ json = question.answer }) > 1)
    assert.equal(1, #ask({ json = question.answer }, 1))
  end)

  it(does .. " says what is wrong with a malformed answer", function()
    for _, body in ipairs(broken) do
      -- An object without members is an answer of some services.
      if not (body == "{}" and has(more.empty or {}, question.does)) then
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
      local is_gone = more.gone_adds_nothing and question.does == "complete"
        and (status == 404 or status == 410)
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

  it(does .. " gives an error for a redirect to a server of the user's", function()
    -- A service of the user's own may lead to itself.
    local place = provider.name == "jellyfin" and "subsonic" or "jellyfin"
    local value, err = ask({ status = 302,
      headers = { Location = ("https://%s.mixhost.invalid/x?u=bob"):format(place) } })
    is_failure(provider, value, err)
    assert.is_nil(err.message:find("bob", 1, true))
  end)
end

local odd_texts = {
  "", " ", "Bjørk – 日本 \u{1F3B5}", 'a"b\\c', "a:b AND (c", "\1\n\t", "%00&x=1#y", ("x"):rep(2000),
}

--- Holds a provider to the rules.
function contract.check(name, more)
  local provider = require(("services.%s.provider"):format(name))
  local questions = questions_of(provider, more or {})
  more = more or {}
  describe(("%s as a provider"):format(provider.title), function()
    before_each(function() mix.test.clock() end)

    it("says who it is, and has an answer to all that it can", function()
      assert.matches("^%l[%l%d_]*$", provider.name)
      assert.is_table(mix.http.service(provider.upstream))
      assert.is_table(provider.can[provider.kind])
      local service = opened(provider, questions[1])
      for kind, methods in pairs(provider.can) do
        assert.is_table(shapes.fields(kind))
        for method in pairs(methods) do
          assert.is_function(service[method])
          local found = false
          for _, question in ipairs(questions) do
            found = found or question.kind == kind and question.does == method
          end
          assert.is_true(found, kind .. " " .. method)
        end
      end
      assert.is_table(provider.checks)
    end)

    it("takes any text", function()
      if more.search_for == false then return end
      for _, text in ipairs(odd_texts) do
        mix.test.mock_http({ [questions[1].url] = { json = questions[1].answer } })
        local service = opened(provider, questions[1])
        local value, err = (more.search_for or search_for)(service, text)
        if value == nil then is_failure(provider, value, err) end
        for _, request in ipairs(mix.test.requests()) do
          assert.is_nil(request.url:find("[^\33-\126]"))
        end
      end
    end)

    for _, question in ipairs(questions) do check_question(provider, more, question) end
  end)
end

return contract
