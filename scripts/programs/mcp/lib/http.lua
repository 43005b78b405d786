-- Streamable HTTP: each request brings one message, and its answer is JSON. Revisions up to
-- 2025-11-25 have sessions; requests of a later one stand alone.

local server = require("programs.mcp.lib.server")
local wire = require("programs.mcp.lib.wire")

local http = {}

-- Sessions at once: the one that was used least recently goes.
local most_sessions = 32

local Door = {}
Door.__index = Door

--- Opens the tools to requests. `list`: returns tools, for one session; `limits`: see tools.open.
function http.open(list, limits)
  local work = { count = 0 }
  local function session(is_shared)
    return server.open(list(limits), limits, { work = work, is_shared = is_shared })
  end
  return setmetatable({ session = session, single = session(true), sessions = {}, order = {} },
    Door)
end

local function said(status, message)
  return { status = status, body = wire.line(message),
    headers = { ["content-type"] = "application/json" } }
end

local function refused(status, kind, text) return said(status, wire.fault(nil, kind, text)) end

function Door:forget(id)
  self.sessions[id] = nil
  for place, known in ipairs(self.order) do
    if known == id then return table.remove(self.order, place) end
  end
end

-- Keeps a session as the one that was used last.
function Door:keep(id, session)
  self:forget(id)
  self.sessions[id], self.order[#self.order + 1] = session, id
  if #self.order > most_sessions then self:forget(self.order[1]) end
end

-- The session of a request and its name; nil and the refusal.
function Door:found(headers)
  local id = headers["mcp-session-id"]
  if not id then
    return nil, refused(400, "request", "Mcp-Session-Id is missing: initialize begins a session")
  end
  local session = self.sessions[id]
  if not session then
    return nil, refused(404, "request", "there is no such session: initialize begins another")
  end
  self:keep(id, session)
  return session, id
end

-- Since 2026-07-28 an error has a status of its own, too.
local function status_of(answer, is_modern)
  local code = answer.error and answer.error.code
  if code == wire.codes.method then return is_modern and 404 or 200 end
  return (code == wire.codes.request or code == wire.codes.version) and 400 or 200
end

-- A header as it is meant: a name that a header cannot hold comes as Base64.
local function plain(text)
  local coded = text:match("^=%?base64%?(.*)%?=$")
  if not coded then return text end
  return mix.crypto.base64url_decode((coded:gsub("[+/=]", { ["+"] = "-", ["/"] = "_",
    ["="] = "" })))
end

-- Programs on the way may judge a request by its headers, which therefore say what the message says
-- (2026-07-28, Server Validation). Returns the header that does not; nil: none.
local function contrary(headers, message, version)
  local params = message.params or {}
  local means = { { "mcp-protocol-version", server.said_version(message) },
    { "mcp-method", message.method }, { "mcp-name", params.name or params.uri } }
  if version == nil then return means[1][1] end
  for _, pair in ipairs(means) do
    local header = headers[pair[1]]
    if header and pair[2] ~= nil and plain(header) ~= pair[2] then return pair[1] end
  end
end

-- Returns the fault of a request of the revision that needs no session, as the answer; nil: none.
local function flaw(headers, message, version)
  if message.id == nil then return nil end
  local unsaid = server.unsaid(message)
  if unsaid then return wire.fault(message.id, "params", unsaid) end
  local header = contrary(headers, message, version)
  return header and wire.fault(message.id, "header",
    ("the header %s is not what the message says"):format(header)) or nil
end

function Door:posted(request, version)
  local kind = (request.headers["content-type"] or ""):lower()
  if not kind:find("^application/json") then
    return refused(415, "request", "a message is application/json")
  end
  local message, fault = wire.read(request.body)
  if not message then return said(400, fault) end
  if version and version ~= server.modern and not server.is_earlier(version) then
    return said(400, server.unknown_version(message.id, version))
  elseif version == server.modern or server.said_version(message) == server.modern then
    fault = flaw(request.headers, message, version)
    if fault then return said(400, fault) end
  end
  local session, id = self.single, nil
  if message.method == "initialize" then
    session, id = self.session(false), mix.crypto.base64url(mix.crypto.random_bytes(24))
  elseif version ~= server.modern then
    session, id = self:found(request.headers)
    if not session then return id end
  end
  local answer = session:answer(message)
  if not answer then return { status = 202 } end
  local response = said(status_of(answer, session == self.single), answer)
  if message.method == "initialize" and answer.result then
    self:keep(id, session)
    response.headers["mcp-session-id"] = id
  end
  return response
end

--- Answers a request: {method, headers, body}; see scripts/lib/connected.lua.
function Door:answer(request)
  if request.method == "POST" then
    return self:posted(request, request.headers["mcp-protocol-version"])
  end
  local session, id = self:found(request.headers)
  if not session then return id end
  self:forget(id)
  session:close()
  return { status = 204 }
end

return http
