-- A helper for `mixhost books run --on-uncertain mcp_tool`: asks a tool of a server that speaks the
-- Model Context Protocol by streamable HTTP, such as one before a model of this machine. The tool
-- gets {book, candidates}, and answers {"choice": N, "confidence": C, "why": "a few words"}: the
-- number of a candidate, 0 for none, null where it cannot tell; and 0 to 1.
--
--   MIXHOST_MODEL_URL    the server's address (default http://127.0.0.1:8000/mcp)
--   MIXHOST_MODEL_TOOL   the tool's name (default choose)
--   MIXHOST_MODEL_KEY    the token of a server that wants one
--
-- Each of them needs --allow-env NAME, and the server's host --allow-net HOST:PORT.

local model = require("helpers.language_model")

local patience = 120
local version = "2025-06-18"

local helper = {
  name = "mcp_tool",
  url = model.variable("MIXHOST_MODEL_URL") or "http://127.0.0.1:8000/mcp",
  tool = model.variable("MIXHOST_MODEL_TOOL") or "choose",
  key = model.key,
}

-- The name of the session; nil before it begins, "" where the server has none. Several books are
-- asked about at once: each request has its number.
local session, count = nil, 0

-- The message in an answer: JSON, or an event of a stream.
local function message_of(response)
  if not (response.headers["content-type"] or ""):find("event%-stream") then
    return (mix.json.decode(response.body))
  end
  for data in response.body:gmatch("data: ?([^\r\n]+)") do
    local message = mix.json.decode(data)
    if type(message) == "table" and message.id then return message end
  end
end

-- Sends a request, or without parameters a notification. Returns its result and the response.
local function send(method, params)
  count = count + 1
  local id = params and count or nil
  local response, err = mix.http.post(helper.url, {
    headers = {
      accept = "application/json, text/event-stream",
      authorization = helper.key and "Bearer " .. helper.key or nil,
      ["mcp-protocol-version"] = session and version or nil,
      ["mcp-session-id"] = session ~= "" and session or nil,
    },
    timeout = patience, idle_timeout = patience, ttl = 0,
    json = { jsonrpc = "2.0", id = id, method = method, params = params },
  })
  if not response then error(err.message, 0) end
  if not response.ok then return nil, response end
  local message = id and message_of(response)
  if id and (type(message) ~= "table" or type(message.result) ~= "table") then
    local fault = type(message) == "table" and type(message.error) == "table"
      and message.error.message
    error(tostring(fault or "the answer is none of the Model Context Protocol"), 0)
  end
  return message and message.result, response
end

local function refused(response)
  error(("HTTP status %d from %s"):format(response.status, helper.url), 0)
end

local function begin()
  session = nil
  local result, response = send("initialize", { protocolVersion = version,
    capabilities = mix.json.object(), clientInfo = { name = "mixhost", version = "1" } })
  if not result then refused(response) end
  session = response.headers["mcp-session-id"] or ""
  send("notifications/initialized")
end

local function call(arguments)
  if not session then begin() end
  local params = { name = helper.tool, arguments = arguments }
  local result, response = send("tools/call", params)
  if not result and response.status == 404 and session ~= "" then
    -- The server has ended the session.
    begin()
    result, response = send("tools/call", params)
  end
  return result or refused(response)
end

--- The number of a candidate, "none" or nil; why; and how sure the tool is, from 0 to 1.
function helper.on_uncertain(query, candidates)
  local shown = mix.json.array({})
  for place, candidate in ipairs(candidates) do shown[place] = candidate.fields end
  local result = call({ book = query, candidates = shown })
  local part = type(result.content) == "table" and result.content[1]
  local text = type(part) == "table" and part.text
  if result.isError then error(tostring(text or "the tool failed"), 0) end
  local said = result.structuredContent
  if type(said) == "table" and said.choice ~= nil then text = mix.json.encode(said) end
  return model.choice(text, candidates)
end

return helper
