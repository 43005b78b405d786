-- Messages of JSON-RPC 2.0, one a line.

local wire = {}

--- The codes of errors. `resource`: revisions before 2026-07-28; `header`, `version`: from then on.
wire.codes = {
  parse = -32700, request = -32600, method = -32601, params = -32602, internal = -32603,
  resource = -32002, header = -32020, version = -32022,
}

-- The longest line that is read, in bytes: the standard input hands out longer ones in parts.
local longest_line = 1000000
local deepest = 64

--- Whether a value is an object; an empty table is read as an array, too.
function wire.is_object(value)
  return type(value) == "table" and (next(value) == nil or not mix.json.is_array(value))
end

local function is_id(value) return type(value) == "string" or math.type(value) == "integer" end

--- Whether a message answers a request; mixhost sends none.
function wire.is_answer(message)
  return message.method == nil and (message.result ~= nil or message.error ~= nil)
end

-- The fault of a message; nil: none.
local function flaw(message)
  if not wire.is_object(message) then return "a message is a JSON object" end
  if message.jsonrpc ~= "2.0" then return "jsonrpc is \"2.0\"" end
  if message.id ~= nil and not is_id(message.id) then return "id is a text or a whole number" end
  if wire.is_answer(message) then return nil end
  if type(message.method) ~= "string" then return "method is a text" end
  local params = message.params
  return params ~= nil and not wire.is_object(params) and "params is an object" or nil
end

--- Returns an error as the answer. `kind`: of wire.codes; `id`: nil where it is not known.
function wire.fault(id, kind, text, data)
  return { jsonrpc = "2.0", id = is_id(id) and id or mix.json.null,
    error = { code = wire.codes[kind], message = text, data = data } }
end

--- Returns the message of a line; nil and the error as the answer.
function wire.read(line)
  if #line > longest_line then
    return nil, wire.fault(nil, "request", ("a message has at most %d bytes"):format(longest_line))
  end
  local message, err = mix.json.decode(line, { max_depth = deepest })
  if err then return nil, wire.fault(nil, "parse", err.message) end
  -- Programs write a null for params that they do not have.
  if type(message) == "table" and message.params == mix.json.null then message.params = nil end
  local wrong = flaw(message)
  if not wrong then return message end
  return nil, wire.fault(type(message) == "table" and message.id or nil, "request", wrong)
end

--- Returns a message as its line.
function wire.line(message) return mix.json.encode(message, { on_invalid = "replace" }) .. "\n" end

return wire
