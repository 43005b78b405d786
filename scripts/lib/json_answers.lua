-- Reads JSON of services whose answers are cached. A proxy's page, or half an answer, also comes
-- with status 200 and is cached like any other: such a copy must not stand for the answer until it
-- expires.

local failure = require("lib.failure")
local loose_json = require("lib.loose_json")
local retry_after = require("lib.retry_after")
local service_words = require("lib.service_words")

local json_answers = {}

local portal = "a web page came where JSON belongs: open a browser, as this network may ask for a "
  .. "log-in"

--- Whether a body is a web page, as captive portals and proxies send instead of the answer.
function json_answers.is_page(response)
  local kind = (response.headers["content-type"] or ""):lower()
  return kind:find("text/html", 1, true) ~= nil or response.body:find("^%s*<[!hH]") ~= nil
end

-- The members of which one tells that an answer is an error.
local error_members = { "error", "errors", "message", "msg", "errorMessage", "error_message",
  "status_message", "error_description", "detail" }

-- The fault of an answer with a good status, and the words of the error that it is, if any: those
-- of an object that says it is one, of text or of XML.
local function with_words(wrong, answer, response)
  local is_error = not answer and not response.body:find('^%s*[%[{"]')
  for _, name in ipairs(error_members) do is_error = is_error or answer and answer[name] end
  local words = is_error and service_words(response)
  if not words or wrong:find(words, 1, true) then return wrong end
  return ("%s; it says: %s"):format(wrong, words)
end

local no_json = "the answer is not a JSON object"

--- Returns the fault of a body that is not text; nil for text.
function json_answers.no_text(body)
  if body:find("^\x1F\x8B") then
    return "the answer is compressed (gzip) and does not say so: look at the proxy in front"
  end
  return not body:find("%S") and "the answer is empty" or nil
end

--- Returns the table of an answer; nil and the error {kind, message}. `check` returns the fault of
--- an unusable table, `decode(body)` the table of a body that is not JSON, where the service may
--- send others.
function json_answers.read(response, check, decode)
  local answer, err = loose_json.answer(response.body, response.headers["content-type"])
  if err and decode then answer = decode(response.body) end
  if type(answer) ~= "table" then
    if json_answers.is_page(response) then return nil, { kind = "portal", message = portal } end
    local message = json_answers.no_text(response.body)
    if message then return nil, { kind = "answer", message = message } end
    return nil, { kind = "answer", message = with_words(
      no_json .. (err and ": " .. failure.line(err) or ""), nil, response) }
  end
  local wrong = check and check(answer)
  if wrong then return nil, { kind = "answer", message = with_words(wrong, answer, response) } end
  return answer
end

-- Bytes of the texts in an address, as it is sent; servers take some 8,000, mixhost 65,536.
local longest_question = 60000

local function is_too_long(path, options)
  local length = #path
  for _, value in pairs(options.query or {}) do
    if type(value) == "string" then
      length = length + 3 * #value - 2 * select(2, value:gsub("[%w%-._~]", ""))
    end
  end
  return length > longest_question
end

-- Whether a request changes something.
local function writes(options) return options.form or options.json or options.writes end

-- Sends a request, one with a form or JSON as a POST, and reads its answer. Returns the response,
-- the table, and the error of either; none where the status tells it.
local function tried(client, path, options, check, decode)
  if is_too_long(path, options) then
    return nil, nil, { kind = "invalid", message = "the question is too long for an address" }
  end
  local send = (options.form or options.json) and client.post or client.get
  -- A redirect may lead where the run may not ask: that is the service's doing, no fault of ours.
  local response, err = failure.caught(send, client, path, options)
  if not response or not response.ok then return response, nil, err end
  return response, json_answers.read(response, check, decode)
end

-- Options for the same request without the cache, whose answer is useless.
local function anew(options)
  local again = {}
  for name, value in pairs(options) do again[name] = value end
  again.reload, again.allow_expired = true, false
  return again
end

--- Returns the fault that `get` would find in an answer; nil without one.
function json_answers.flaw(response, check, decode)
  if not response.ok then return ("HTTP status %d"):format(response.status) end
  local answer, wrong = json_answers.read(response, check, decode)
  return answer == nil and wrong.message or nil
end

-- Clients whose service has answered: a page tells of a fault of it, not of a portal before it.
local has_answered = setmetatable({}, { __mode = "k" })

-- Whether an answer to a question ends too early, or is a page that tells of a fault, which the
-- same question once more may mend. A request that writes may have been carried out.
local function is_slip(client, response, options)
  local body = response.body
  local is_begun = not body:find("%S") or body:find("^%s*[%[{]") and not body:find("[%]}]%s*$")
  return (is_begun or has_answered[client] and json_answers.is_page(response))
    and not writes(options)
end

-- Seconds after which a kept answer that nothing was found is asked for anew: what is not there may
-- come to be there, and facts change slower.
local longest_nothing = 7 * 86400

-- Returns a newer answer and its response in place of an old one that nothing was found, where the
-- service gives one.
local function newer(client, path, options, check, how, answer, response)
  local is_old = how and how.is_nothing and response.source ~= "live"
    and (response.age or 0) > longest_nothing and how.is_nothing(answer)
  if not is_old then return answer, response end
  local later, found = tried(client, path, anew(options), check, how.decode)
  if found then return found, later end
  return answer, response
end

--- Requests JSON, by POST where `options` has a form or JSON. Returns the table and the response;
--- or nil, the response or nil, and the error: that of mix.http without an answer, nil when the
--- status tells it, {kind = "portal", message} for a web page instead of the answer, and {kind =
--- "answer", message} for an unusable answer. `check`: of `read`. `how`, or nil: `decode`, of
--- `read`; `is_search`, where the service answers with a list, if an empty one, so that a 404 that
--- was kept says nothing; nor does a page that was kept. `is_nothing(answer)`: whether nothing was
--- found.
function json_answers.get(client, path, options, check, how)
  local decode, is_search = how and how.decode, how and how.is_search
  local response, answer, err = tried(client, path, options, check, decode)
  local is_kept_refusal = response and not response.ok and response.source ~= "live"
  if is_kept_refusal and (is_search or json_answers.is_page(response)) then
    response, answer, err = tried(client, path, anew(options), check, decode)
  end
  local is_useless = response and response.ok and answer == nil
  if is_useless and (response.source ~= "live" or is_slip(client, response, options)) then
    response, answer, err = tried(client, path, anew(options), check, decode)
  end
  if answer == nil then return nil, response, err end
  has_answered[client] = true
  return newer(client, path, options, check, how, answer, response)
end

-- Whether a service is a server of the user's own, whose address is a setting.
local function is_own(provider)
  return mix.http.service(provider.upstream).base:find("%.mixhost%.invalid$") ~= nil
end

-- The meanings of a page that a server in front of a service sends, by its status.
local at_gateway = {
  [401] = "the gateway in front of %s wants a log-in of its own (HTTP 401): let mixhost pass, or "
    .. "set an address behind it",
  [403] = "the gateway in front of %s refuses the request (HTTP 403): try again later, or from "
    .. "another network",
  [404] = "a web page came in place of the answer of %s (HTTP 404): try again later, or from "
    .. "another network",
}

--- Returns the error for a page that refuses the request in the service's place: a server in front
--- of it, such as a firewall, knows no key, and nothing of what there is. Nil for any other answer;
--- a provider with `has_pages` says by one that there is no such thing.
function json_answers.gateway_refusal(provider, response)
  local status = response.status
  local message = at_gateway[status]
  local is_page = response.body:find("^%s*<[!hH]") ~= nil
  if not (message and is_page) or failure.kind_of_status(provider, status) == "rate" then
    return nil
  end
  local is_elsewhere = status == 404
  if is_elsewhere and (provider.has_pages or is_own(provider)) then return nil end
  return failure.new(provider, is_elsewhere and "portal" or "forbidden",
    message:format(provider.title), { status = status, class = is_elsewhere and "passing" or nil })
end

--- Returns the facts of a response for callers of a provider: {cached, source, headers}.
function json_answers.about(response)
  return {
    cached = response.source ~= "live", source = response.source, headers = response.headers,
  }
end

--- Returns a check of answers: they must have a member of that name, a table, or with `is_list` a
--- list; some services write an empty one as {}.
function json_answers.has(name, is_list)
  return function(answer)
    local value = answer[name]
    local fits = type(value) == "table"
      and (not is_list or mix.json.is_array(value) or next(value) == nil)
    return not fits and "the answer has no " .. name or nil
  end
end

-- A question about the address of a server of the user's own, the provider's `doubt` or a usual
-- one, where something else than the service answers: a web page, or a 404 that is none of its own;
-- nil for other services and answers.
local function address_in_doubt(provider, response)
  local is_other = json_answers.is_page(response) or response.status == 404
  local is_json = mix.json.decode(response.body) ~= nil
  if is_json or not (is_other and is_own(provider)) then return nil end
  return provider.doubt or ("does upstream.%s name the server itself?"):format(provider.upstream)
end

-- The error of an answer with an unsuccessful status.
local function fault_of_status(provider, response)
  local blocked = json_answers.gateway_refusal(provider, response)
  if blocked then return blocked end
  local doubt = response.status == 404 and address_in_doubt(provider, response)
  local fault = failure.of_status(provider, response.status, doubt or service_words(response))
  local pause = fault.kind == "rate" and retry_after(response.headers)
  fault["until"] = pause and mix.time.now() + pause or nil
  return fault
end

-- The error of a request that brought no usable answer, where the service has no words of its own.
local function fault_of(provider, response, err)
  if not response then return failure.of_request(provider, err) end
  if not response.ok then return fault_of_status(provider, response) end
  local doubt = err.kind == "portal" and address_in_doubt(provider, response)
  return failure.new(provider, err.kind, ("%s: %s"):format(provider.title,
    doubt and "a web page came where JSON belongs: " .. doubt or err.message))
end

--- Like `get`, for a provider: returns the table and {cached}, or nil and its error table.
--- `refusal`, for a service that refuses in its own way: `fault(response, err)` returns the error
--- of a request, nil for the usual one; `again(fault, response, try)` the seconds after which it is
--- sent once more, past the cache, because mix.http sees no fault in an answer with status 200;
--- `decode`, `is_search` and `is_nothing`: of `get`.
function json_answers.ask(provider, client, path, options, check, refusal)
  local own, try = refusal or {}, 0
  while true do
    local answer, response, err = json_answers.get(client, path, options, check, own)
    if answer then return answer, json_answers.about(response) end
    local fault = own.fault and own.fault(response, err) or fault_of(provider, response, err)
    try = try + 1
    local seconds = own.again and response and own.again(fault, response, try)
    if not seconds then return nil, fault end
    mix.task.sleep(seconds)
    options = anew(options)
    -- The first try was repeated as mix.http does.
    options.retry = false
  end
end

--- Looks identifiers up, a request each. `ask(id)` gives an entry and {cached}, or nil and the
--- error; those that fail with a kind of `left_out` are left out, and beside others those whose
--- answer is of no use. Returns the entries and {cached}; nil and the error.
function json_answers.one_by_one(ids, left_out, ask)
  local found, cached, useless = {}, true, nil
  for _, id in ipairs(ids) do
    local entry, info = ask(id)
    if entry then
      found[#found + 1], cached = entry, cached and info.cached
    elseif info.kind == "answer" then
      useless = info
    elseif not left_out[info.kind] then
      return nil, info
    end
  end
  if useless and #found == 0 then return nil, useless end
  return found, { cached = cached }
end

return json_answers
