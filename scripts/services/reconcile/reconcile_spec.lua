-- mixhost test FOLDER: the provider against answers, and what it sends.

require("lib.spec.answers").hold("reconcile")

local failure = require("lib.failure")
local parameters = require("lib.parameters")
local reconcile = require("services.reconcile.provider")

local address = "https://recon.example.org/api"
local post = "POST " .. address

local function value_of(form, name)
  local text = parameters.read(form)[name]
  return text and mix.json.decode(text)
end

-- Searches titles at one time. `answer(questions)` answers each request; `manifest`: what the
-- service says of itself, if it is asked. Returns what each search
-- returned, and the numbers of questions of the requests.
local function search(titles, answer, manifest)
  local sizes = {}
  mix.test.mock_http({ ["GET " .. address] = { json = manifest }, [post] = function(request)
    local questions = value_of(request.body, "queries")
    local count = 0
    for _ in pairs(questions) do count = count + 1 end
    sizes[#sizes + 1] = count
    return answer(questions, count)
  end })
  local service = reconcile.open({ address = address })
  if manifest then assert(service:describe()) end
  return mix.task.map(titles, { limit = #titles }, function(title)
    local found, err = service:search({ title = title })
    return { found = found, err = not found and err or nil }
  end), sizes
end

local function result_of(question)
  return { result = { { id = question.query:lower(), name = question.query, score = 1 } } }
end

local function all(questions)
  local answer = {}
  for name, question in pairs(questions) do answer[name] = result_of(question) end
  return { json = answer }
end

local function titles(count)
  local list = {}
  for place = 1, count do list[place] = "Tide " .. place end
  return list
end

describe("questions of one moment", function()
  it("go in one request, at most 20, and come back to who asked", function()
    local found, sizes = search(titles(45), all)
    assert.are.same({ 20, 20, 5 }, sizes)
    for place, entry in ipairs(found) do assert.equal("tide " .. place, entry.found[1].id) end
  end)

  it("are as many in a request as the service takes, where it says a number of use", function()
    for size, sizes in pairs({ [2] = { 2, 1 }, ["2"] = { 2, 1 }, [0] = { 3 }, [-5] = { 3 },
      [1000] = { 3 } }) do
      mix.test.clock()
      mix.cache.clear()
      local found, sent = search(titles(3), all, { name = "A", batchSize = size })
      assert.are.same(sizes, sent, tostring(size))
      assert.equal("tide 3", found[3].found[1].id)
    end
  end)

  it("are halved where a service finds them too large", function()
    local found, sizes = search(titles(8), function(questions, count)
      return count > 3 and { status = 413 } or all(questions)
    end)
    assert.are.same({ 8, 4, 2, 2, 4, 2, 2 }, sizes)
    for _, entry in ipairs(found) do assert.equal(1, #entry.found) end
  end)

  it("cost no other where the service fails at one, and few requests where it is away", function()
    local found, sizes = search(titles(8), function(questions)
      for _, question in pairs(questions) do
        if question.query == "Tide 3" then return { status = 500 } end
      end
      return all(questions)
    end)
    assert.are.same({ 8, 4, 2, 2, 1, 1, 4 }, sizes)
    for place, entry in ipairs(found) do assert.equal(place == 3, entry.found == nil) end
    found, sizes = search(titles(8), function() return { status = 500 } end)
    assert.are.same({ 8, 4, 2, 1, 1, 2, 4 }, sizes)
    for _, entry in ipairs(found) do assert.equal("passing", failure.class(entry.err)) end
  end)

  it("are asked once more where half of them were answered, and what came is kept", function()
    local found, sizes = search(titles(4), function(questions)
      local answer = all(questions)
      for name, question in pairs(questions) do
        if question.query == "Tide 3" then answer.json[name] = nil end
      end
      return answer
    end)
    assert.are.same({ 4, 1 }, sizes)
    assert.equal("tide 4", found[4].found[1].id)
    assert.equal("refused", failure.class(found[3].err))
  end)

  it("fail with the reasons that the service gives for each", function()
    local found = search({ "A", "B" }, function()
      return { json = { q0 = { error = { message = "no such type" } }, q1 = { result = {} } } }
    end)
    assert.matches("it says: no such type", found[1].err.message, 1, true)
    assert.are.same({}, found[2].found)
  end)

  it("are asked where the service has moved by a slash, and name another place", function()
    local moved = { status = 301, headers = { location = "/api/" } }
    mix.test.mock_http({ ["GET " .. address] = moved, [post] = moved, [post .. "/"] = {
      json = { q0 = { result = { { id = "a", name = "A" } } } } },
      ["GET " .. address .. "/"] = { json = { name = "R" } } })
    for _, given in ipairs({ address, address .. "/" }) do
      local service = reconcile.open({ address = given })
      assert(service:describe())
      assert.equal("a", assert(service:search({ title = "A" }))[1].id)
    end
    moved.headers.location = "https://other.example.org/api"
    mix.test.mock_http({ [post] = moved, [post .. "/"] = moved })
    local none, err = reconcile.open({ address = address }):search({ title = "A" })
    assert.are.same({ "nil", "lasting" }, { tostring(none), (failure.class(err)) })
    assert.matches("give the address https://other.example.org/api", err.message, 1, true)
  end)

  it("fail together where a page comes", function()
    local found = search(titles(2), function()
      return { body = "<html></html>", headers = { ["Content-Type"] = "text/html" } }
    end)
    for _, entry in ipairs(found) do assert.equal("passing", failure.class(entry.err)) end
  end)
end)

describe("properties", function()
  local fields = { author = { id = "P50", name = "author" }, year = { id = "P577", name = "year" } }

  it("are those whose names rules read, or that the user names", function()
    local list = { { id = "P50", name = "author" }, { id = "P577", name = "Year" },
      { id = "P569", name = "date of birth" }, { id = "P1476", name = "title" } }
    local found = reconcile.fields(list, { "title", "author", "year", "born" }, {},
      { ["date of birth"] = "born" })
    assert.are.same({ "P50", "P577", "P569" }, { found.author.id, found.year.id, found.born.id })
    assert.is_nil(found.title)
  end)

  it("stand in questions and are read from extensions", function()
    local asked = {}
    mix.test.mock_http({ [post] = function(request)
      asked[#asked + 1] = value_of(request.body, "queries") or value_of(request.body, "extend")
      if #asked == 1 then return all(asked[1]) end
      return { json = { rows = { dune = {
        P50 = { { id = "a1", name = "Frank Herbert" } }, P577 = { { int = 1965 } } } } } }
    end })
    local service = reconcile.open({ address = address, type = "book" })
    service:use(fields)
    local found = service:search({ title = "Dune", author = "Frank Herbert" })
    assert.are.same({ "Frank Herbert", "1965" }, { found[1].author, found[1].year })
    assert.are.same({ query = "Dune", type = "book", limit = 10,
      properties = { { pid = "P50", v = "Frank Herbert" } } }, asked[1].q0)
    assert.are.same({ "dune" }, asked[2].ids)
  end)

  it("that are refused cost their values alone", function()
    for status, class in pairs({ [400] = false, [503] = "passing" }) do
      mix.test.mock_http({ [post] = function(request)
        local questions = value_of(request.body, "queries")
        return questions and all(questions) or { status = status }
      end })
      local service = reconcile.open({ address = address })
      service:use(fields)
      local found, err = service:search({ title = "Dune" })
      if class then assert.equal(class, failure.class(err))
      else assert.equal("dune", found[1].id) end
    end
  end)

  it("that an outage withholds are missed at once, those that are not told are none", function()
    mix.test.clock()
    for status, class in pairs({ [404] = false, [503] = "passing" }) do
      mix.cache.clear()
      mix.test.mock_http({
        ["GET " .. address] = { json = { name = "A", extend = { propose_properties = {
          service_url = "https://recon.example.org", service_path = "/properties" } } } },
        ["GET https://recon.example.org/properties*"] = { status = status, body = "" },
      })
      local about, err = reconcile.open({ address = address }):describe()
      if class then assert.equal(class, failure.class(err))
      else assert.are.same({}, about.properties) end
    end
  end)

  it("are asked of the address that the user named alone", function()
    for place, case in ipairs({ { "https://recon.example.org", "/properties", 1 },
      { "http://Recon.example.org", "/properties", 1, "https://recon.example.org/properties" },
      { "https://other.example", "/properties", 0 },
      { "https://recon.example.org", ".other.example/properties", 0 } }) do
      mix.cache.clear()
      mix.test.mock_http({
        ["GET " .. address] = { json = { name = "A", extend = {
          propose_properties = { service_url = case[1], service_path = case[2] } } } },
        ["GET " .. (case[4] or case[1] .. case[2]) .. "*"] = {
          json = { properties = { { id = "P50" } } } },
      })
      local about = assert(reconcile.open({ address = address }):describe())
      assert.equal(case[3], #about.properties, tostring(place))
    end
  end)
end)
