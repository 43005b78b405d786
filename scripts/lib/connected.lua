-- Answers requests at addresses that a program gave to other programs (docs/connect.md): reads what
-- the server hands over, calls the program's module `connected`, and writes its answer.

local parameters = require("lib.parameters")

local connected = {}

local most_bytes, usual_bytes = 4000000, 65536
-- The module that answers, and what it answers about.
local answering, subject

-- The decoded parts of a path; empty ones count.
local function parts_of(path)
  local parts = {}
  for part in path:gmatch("/([^/]*)") do parts[#parts + 1] = parameters.decoded(part) end
  return parts
end

--- Returns a request as modules get it: what the server hands over, {method, path, query, body,
--- headers, base} (all may be left out), with `parts`, `query` and `form` read.
function connected.request(given)
  local headers = given.headers or {}
  local is_form = (headers["content-type"] or ""):lower():find("form-urlencoded", 1, true)
  return {
    method = given.method or "GET", path = given.path or "", parts = parts_of(given.path or ""),
    query = parameters.read(given.query or ""), headers = headers, body = given.body or "",
    form = parameters.read(is_form and given.body or ""), subject = given.subject or subject or "",
    base = given.base or "http://127.0.0.1:8787/connect/ADDRESS",
  }
end

--- Whether a client has what a tag names already, by If-None-Match (RFC 9110, section 13.1.2): tags
--- with commas between, weak ones too, or `*`.
function connected.has_it(request, etag)
  local said = request.headers["if-none-match"] or ""
  return said == "*" or said:find(etag, 1, true) ~= nil
end

--- Returns the subject that a user has typed as an argument of type path, so that a file may be
--- read wherever it lies. A word that was made absolute as a path is a word again, unless there is
--- such a file.
function connected.subject(argument)
  local name = argument:match("[^/]*$")
  local is_word = argument == mix.fs.absolute(name) and not mix.fs.exists(argument)
  return is_word and name or argument
end

--- Returns what a program offers at an address for a subject: {subject, title, path, read}; nil and
--- the fault.
function connected.offer(module, name, wanted)
  if module.offer then
    local offer, fault = module.offer(wanted)
    if not offer then return nil, fault end
    return { subject = offer.subject or wanted, title = offer.title or name,
      path = offer.path or "", read = offer.read or {} }
  end
  if wanted ~= "" then return nil, ("%s takes nothing behind its name"):format(name) end
  return { subject = "", title = name, path = "", read = {} }
end

--- Makes a module the one that answers from now on. Returns the most bytes that a request may have.
function connected.use(module, about)
  answering, subject = module, about
  return math.min(module.most_bytes or usual_bytes, most_bytes)
end

--- Loads the module that answers from now on, called by the server. Returns the most bytes that a
--- request may have.
function connected.open(name, about) return connected.use(require(name), about) end

--- Answers a request, called by the server: {status, headers, body}; nil for an unknown path.
function connected.answer(given)
  local answer = answering.answer(connected.request(given))
  if not answer then return nil end
  local headers, body = {}, answer.body
  for name, value in pairs(answer.headers or {}) do headers[name:lower()] = value end
  if answer.json ~= nil then
    body = mix.json.encode(answer.json)
    headers["content-type"] = headers["content-type"] or "application/json; charset=utf-8"
  end
  return { status = answer.status or 200, headers = headers, body = body or "" }
end

--- Serves a module at one address of this machine until the script is interrupted. `options`: port
--- (0: a free one), subject. Calls `announce(address)` when it listens.
function connected.serve(module, options, announce)
  local secret = mix.crypto.base64url(mix.crypto.random_bytes(32))
  local port, err = mix.connected.listen(secret, options.port,
    connected.use(module, options.subject or ""))
  if not port then mix.ui.fail(err.message, 1) end
  announce(("http://127.0.0.1:%d/connect/%s"):format(port, secret))
  while true do mix.task.sleep(3600) end
end

return connected
