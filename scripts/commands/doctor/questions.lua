-- One cheap question to a service, and what its answer says of key, service and clock.

local dates = require("lib.feeds.dates")
local failure = require("lib.failure")
local has = require("lib.has")
local json_answers = require("lib.json_answers")

local questions = {}

local longest_wait = 10

--- A finding: "warning" or "wrong", what it is, and what to do about it.
function questions.problem(level, what, advice)
  return { level = level, what = what, advice = advice }
end

local problem = questions.problem

local advice_of_kind = {
  dns = "is this machine online? Else look at the setting upstream.%s",
  unreachable = "try again later; look at the network, a firewall or the setting upstream.%s",
  timeout = "try again later; look at the network, a firewall or the setting upstream.%s",
  tls = "if a proxy or a server of yours is between, name its certificates with http.ca_file; "
    .. "else look at the clock and the setting upstream.%s",
  proxy = "look at http.proxy and http.no_proxy",
  truncated = "try again later; a proxy or the service ended the connection",
}

--- The problem when no answer came. `check` is the service's.
function questions.no_answer(check, err)
  local said = failure.short(err)
  if err.kind == "paused" or err.kind == "rate_limited" or err.kind == "rateLimited" then
    return problem("warning", "not asked: " .. said, "try again when the pause is over")
  end
  local advice = advice_of_kind[err.kind] or "see the setting upstream.%s"
  local found = problem("wrong", said, (advice:gsub("%%s", check.upstream)))
  found.kind = err.kind
  return found
end

-- Whether a service refuses the key or token itself.
local function is_refusal(check, response)
  if response.status == 401 then return true end
  return check.key ~= nil and check.key.is_refusal ~= nil and check.key.is_refusal(response)
end

local function refused(check, response, source)
  local status = ("HTTP status %d"):format(response.status)
  if check.key then
    return problem("wrong", ("%s refuses %s (%s, from %s)"):format(
      check.title, check.key.setting, status, source), check.key.get)
  end
  if check.sign_in then
    return problem("wrong", ("%s refuses the log-in (%s)"):format(check.title, status),
      "run: mixhost auth login " .. check.sign_in)
  end
  return problem("wrong", ("%s asks for a log-in (%s)"):format(check.title, status),
    ("look at the setting upstream.%s and at http.credentials"):format(check.upstream))
end

-- The problem of a page with which a server in front of the service refuses: it knows no key.
local function behind(check, response)
  local blocked = json_answers.gateway_refusal({ name = check.upstream, title = check.title,
    upstream = check.upstream, has_pages = true }, response)
  return blocked and problem("wrong", blocked.message:match("^(.-): (.*)$"))
end

--- The problem of an answer; nil when all is well. `source`: where the key came from.
function questions.judge(check, response, source)
  local status = response.status
  local blocked = behind(check, response)
  if blocked then return blocked end
  if is_refusal(check, response) then return refused(check, response, source) end
  if status == 429 or has(mix.http.service(check.upstream).rate_limit_statuses, status) then
    return problem("warning", ("%s wants fewer requests (HTTP status %d)"):format(
      check.title, status), "wait some minutes; programs slow down by themselves")
  end
  if status >= 500 then
    return problem("wrong", ("%s fails (HTTP status %d)"):format(check.title, status),
      "try again later: the fault is the service's")
  end
  local wrong, advice = check.shape(response)
  if not wrong then return nil end
  return problem("wrong", ("%s: %s"):format(check.title, failure.line(wrong)), advice
    or ("open its address in a browser: a network's log-in page may answer in its place; else "
      .. "look at the setting upstream.%s, or for a newer mixhost"):format(check.upstream))
end

--- Seconds by which this machine's clock is ahead of a server's (below zero: behind); nil when the
-- answer has no readable date. `now`: when the answer came.
function questions.clock_offset(response, now)
  local text = response.headers.date
  if response.source ~= "live" or not text then return nil end
  local date = dates.read(text)
  return date and now - date
end

-- Sends a question: one with a body is a POST.
local function sent(client, question, headers)
  local options = {
    query = question.query, headers = headers, retry = false, timeout = longest_wait,
    json = question.json, form = question.form,
  }
  if question.json or question.form then return client:post(question.path, options) end
  options.ttl, options.allow_expired = 0, false
  return client:get(question.path, options)
end

--- Asks a service one question. Returns {seconds, offset, status} and the problem, if there is one.
function questions.ask(check, source)
  local question, missing = check.question()
  if not question then return {}, problem("warning", missing.what, missing.advice) end
  local client = mix.http.client(check.client())
  local headers
  if check.sign_in then
    local token, err = mix.auth.token(check.sign_in)
    if not token then
      return {}, problem("wrong", failure.line(err), "run: mixhost auth login " .. check.sign_in)
    end
    headers = { Authorization = "Bearer " .. token }
  end
  local start = mix.time.monotonic()
  local response, err = sent(client, question, headers)
  if not response then return {}, questions.no_answer(check, err) end
  local asked = {
    seconds = mix.time.monotonic() - start, status = response.status,
    offset = questions.clock_offset(response, mix.time.now()),
  }
  return asked, questions.judge(check, response, source)
end

return questions
