-- Assistants that ask by streamable HTTP.

local http = require("programs.mcp.lib.http")
local tools = require("commands.mcp.tools")

local modern = "2026-07-28"
local meta = { ["io.modelcontextprotocol/protocolVersion"] = modern,
  ["io.modelcontextprotocol/clientCapabilities"] = mix.json.object() }

-- Sends a message, or DELETE without one. Returns the answer and what it holds.
local function sender(door)
  return function(message, session, fields)
    local headers = { ["content-type"] = "application/json", ["mcp-session-id"] = session }
    for name, value in pairs(fields or {}) do headers[name] = value end
    local answer = door:answer({ method = message and "POST" or "DELETE", headers = headers,
      body = type(message) == "table" and mix.json.encode(message) or message or "" })
    return answer, answer.body and mix.json.decode(answer.body)
  end
end

local function opened()
  return sender(http.open(tools, { rows = 20, bytes = 20000, seconds = 10 }))
end

local function request(method, params)
  return { jsonrpc = "2.0", id = 1, method = method, params = params }
end

local function call(name, arguments)
  return request("tools/call", { name = name, arguments = arguments })
end

local function begun(send)
  local answer = send(request("initialize", { protocolVersion = "2025-06-18" }))
  return answer.headers["mcp-session-id"]
end

local function doubt()
  local id = mix.library.import({ { title = "Salt Roads", creators = { "Ada Lune" } } }).ids[1]
  mix.library.update(id, nil, { status = "uncertain", candidates = {
    { source = "openlibrary", score = 0.7, fields = { title = "Salt Roads" } } } })
  return id
end

describe("a session", function()
  it("begins, answers and ends", function()
    local send = opened()
    local session = begun(send)
    assert.matches("^[%w_-]+$", session)
    assert.equal(202, send({ jsonrpc = "2.0", method = "notifications/initialized" },
      session).status)
    local answer, found = send(request("tools/list"), session)
    assert.equal(200, answer.status)
    assert.equal("match", found.result.tools[1].name)
    assert.equal(204, send(nil, session).status)
    assert.equal(404, send(request("tools/list"), session).status)
    assert.equal(404, send(nil, session).status)
  end)

  it("is named by each message but the first", function()
    local send = opened()
    assert.equal(400, send(request("tools/list")).status)
    assert.equal(404, send(request("tools/list"), "guess").status)
    assert.equal(400, send(nil).status)
    local answer = send(request("initialize"))
    assert.is_nil(answer.headers["mcp-session-id"], "it did not begin")
  end)

  it("keeps its plans from others", function()
    local send, work = opened(), doubt()
    local own, other = begun(send), begun(send)
    local decisions = { { work = work, verdict = "accept", candidate = 1 } }
    local _, first = send(call("decide", { decisions = decisions }), own)
    local plan = first.result.structuredContent.plan
    for _, stranger in ipairs({ other, false }) do
      local _, refused = send(call("decide", { plan = plan }), stranger or nil)
      assert.is_true(refused.error ~= nil or refused.result.isError)
    end
    local _, single = send(request("tools/call", { name = "decide", arguments = { plan = plan },
      _meta = meta }), nil, { ["mcp-protocol-version"] = modern })
    assert.is_true(single.result.isError)
    assert.equal("uncertain", mix.library.get(work).status)
    local _, done = send(call("decide", { plan = plan }), own)
    assert.is_false(done.result.isError)
    assert.equal("enriched", mix.library.get(work).status)
  end)

  it("ends with its calls, and shares the most of them with others", function()
    local asked = 0
    local slow = { name = "slow", title = "", about = "", input = { type = "object" },
      run = function()
        asked = asked + 1
        mix.task.sleep(600)
      end }
    local door = http.open(function() return { slow } end,
      { rows = 1, bytes = 1000, seconds = 3000 })
    local send = sender(door)
    local own, other, statuses = begun(send), begun(send), {}
    mix.task.scope(function(scope)
      for id = 1, 16 do
        scope:spawn(function()
          local message = call("slow")
          message.id = id
          statuses[id] = send(message, id % 2 == 0 and own or other).status
        end)
      end
      while asked < 16 do mix.task.sleep(0) end
      local _, refused = send(call("slow"), begun(send))
      assert.matches("16 calls are at work", refused.error.message)
      for _, session in ipairs({ own, other }) do assert.equal(204, send(nil, session).status) end
    end)
    for id = 1, 16 do assert.equal(202, statuses[id]) end
    local _, free = send(call("none"), begun(send))
    assert.matches("no such tool", free.error.message)
  end)

  it("goes when many others were used since", function()
    local send = opened()
    local first, second = begun(send), begun(send)
    for _ = 1, 30 do begun(send) end
    send(request("ping"), first)
    begun(send)
    assert.equal(200, send(request("ping"), first).status)
    assert.equal(404, send(request("ping"), second).status)
  end)
end)

describe("a request", function()
  it("stands alone since 2026-07-28", function()
    local send = opened()
    local fields = { ["mcp-protocol-version"] = modern }
    local answer, found = send(request("server/discover", { _meta = meta }), nil, fields)
    assert.equal(200, answer.status)
    assert.are.same({ modern }, found.result.supportedVersions)
    assert.equal(404, send(request("no/such", { _meta = meta }), nil, fields).status)
  end)

  it("says in its headers what it says in its message", function()
    local send = opened()
    local function code(params, fields)
      local answer, found = send(request("resources/read", params), nil, fields)
      assert.equal(1, found.id)
      return answer.status, found.error and found.error.code
    end
    local uri = "mixhost://docs/rules"
    local whole = { _meta = meta, uri = uri }
    for name, wrong in pairs({ ["mcp-method"] = "tools/list", ["mcp-name"] = "mixhost://docs/feed",
      ["mcp-protocol-version"] = "2025-11-25" }) do
      local fields = { ["mcp-protocol-version"] = modern }
      fields[name] = wrong
      assert.are.same({ 400, -32020 }, { code(whole, fields) })
    end
    assert.are.same({ 400, -32020 }, { code(whole, nil) })
    local coded = mix.crypto.base64url(uri):gsub("-", "+"):gsub("_", "/")
    for _, name in ipairs({ uri, ("=?base64?%s=?="):format(coded) }) do
      assert.are.same({ 200 }, { code(whole, { ["mcp-protocol-version"] = modern,
        ["mcp-method"] = "resources/read", ["mcp-name"] = name }) })
    end
    local half = { uri = uri, _meta = { ["io.modelcontextprotocol/protocolVersion"] = modern } }
    for _, params in ipairs({ half, { uri = uri } }) do
      assert.are.same({ 400, -32602 }, { code(params, { ["mcp-protocol-version"] = modern }) })
    end
  end)

  it("is refused when it is invalid", function()
    local send = opened()
    assert.equal(400, send("{bad").status)
    assert.equal(400, send("[]").status)
    assert.equal(415, send("{}", nil, { ["content-type"] = "text/plain" }).status)
    local _, found = send(request("ping"), nil, { ["mcp-protocol-version"] = "1999-01-01" })
    assert.equal(-32022, found.error.code)
    assert.are.same({ requested = "1999-01-01", supported = { modern } }, found.error.data)
    assert.equal(1, found.id)
  end)
end)
