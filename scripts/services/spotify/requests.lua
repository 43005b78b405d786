-- Requests to Spotify's Web API: the token, retries, and the meaning of refusals.
--
-- mix.http sends each try once (retry = false), because only the text of a 429 tells whether
-- another try helps.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local service_words = require("lib.service_words")
local sorted_names = require("lib.sorted_names")
local text_of = require("lib.json_values").text

local requests = {}

--- The provider, for errors and limits.
requests.provider = { name = "spotify", title = "Spotify", upstream = "spotify_api" }

local most_tries = 6
local first_pause = 1
-- Seconds; when Spotify asks for a longer wait, the request fails.
local longest_wait = 120

-- Methods that are sent again after a failure, because repeating them changes nothing.
local repeatable = { GET = true, PUT = true, DELETE = true }
-- Failures on which scripts branch.
local network_kinds = { unreachable = true, offline = true, timeout = true, truncated = true }

-- The meaning of a refusal's text, in lower case; the first match counts. Spotify words them in
-- several ways, most as plain text.
local refusals = {
  { { "not registered", "not be registered", "not approved", "developer dashboard" }, "not_listed",
    "this account is not on the list of users of your Spotify app: add it in the dashboard under "
      .. "User Management (docs/sign-in.md)" },
  { { "premium" }, "premium",
    "the owner of the Spotify app needs Premium for that (docs/sign-in.md)" },
  { { "scope" }, "scope",
    "the log-in lacks a permission that is needed: run mixhost auth login spotify again" },
}

local function fail(kind, message, status)
  return nil, failure.new(requests.provider, kind,
    ("%s: %s"):format(requests.provider.title, message), { status = status })
end

-- The error of an answer with a status of 400 or more.
local function refused(response, endpoint)
  local blocked = json_answers.gateway_refusal(requests.provider, response)
  if blocked then return nil, blocked end
  local words, status = service_words(response), response.status
  if status == 401 then
    return fail("not_signed_in", "not signed in any more: run mixhost auth login spotify", status)
  end
  if status == 403 and words then
    for _, refusal in ipairs(refusals) do
      for _, text in ipairs(refusal[1]) do
        if words:lower():find(text, 1, true) then
          return fail(refusal[2], ("%s (Spotify says: %s)"):format(refusal[3], words), status)
        end
      end
    end
  end
  return fail(failure.kind_of_status(requests.provider, status),
    ("%s was refused with HTTP status %d%s"):format(
      endpoint, status, words and ": " .. words or ""), status)
end

-- Whether mix.http delays the next try as long as the answer asks for.
local function is_held(response)
  local seconds = math.tointeger(tonumber(response.headers["retry-after"] or ""))
  return seconds ~= nil and seconds > 0
end

local function too_many(wait, status)
  local _, err = fail("rate", ("too many requests%s"):format(wait
    and ("; it asks to come back in %d s"):format(math.ceil(wait)) or ""), status)
  err["until"] = wait and mix.time.now() + wait
  return nil, err
end

local Requests = {}
Requests.__index = Requests

local function network_failure(err, endpoint)
  if err.kind == "dns" then
    return fail("dns", "its address cannot be resolved: is this machine online?")
  end
  local kind = network_kinds[err.kind] and err.kind or "network"
  return fail(kind, ("%s: %s"):format(endpoint, failure.short(err)))
end

-- Whether to send a request again, and the seconds to wait besides mix.http's own wait; or nil and
-- the final error.
local function decision(response, err, method, endpoint, tries)
  local pause = first_pause * 2 ^ (tries - 1)
  if not response then
    if err.kind == "paused" then return too_many(err["until"] - mix.time.now(), 429) end
    -- An unreachable service is not asked again for half a minute.
    if failure.may_have_arrived(err) and repeatable[method] and tries < 3 then return pause end
    return network_failure(err, endpoint)
  end
  if response.status == 429 then
    if response.body:find("QUOTA_EXCEEDED", 1, true) then
      return fail("quota", "the quota of your Spotify app is used up; it is renewed after some "
        .. "hours or days, trying again before does not help", 429)
    end
    if tries >= most_tries then return too_many(nil, 429) end
    return is_held(response) and 0 or pause
  end
  if response.status >= 500 and repeatable[method] and tries < 4 then
    return is_held(response) and 0 or pause
  end
  return refused(response, endpoint)
end

-- The object of an answer; nil and the error for anything else. Some answers to writes have no
-- body.
local function object_of(response, endpoint, contract)
  if response.body == "" and response.status ~= 200 or response.status == 204 then return {} end
  local answer, wrong = json_answers.read(response)
  if answer and not mix.json.is_array(answer) then return answer end
  if wrong and wrong.kind == "portal" then
    return fail("portal", ("%s: %s"):format(endpoint, wrong.message))
  end
  return fail("answer", ("%s gave an answer of an unknown form (contract: %s)"):format(
    endpoint, contract))
end

-- A token that Spotify accepts, other than the refused one.
local function bearer(self, old)
  local token, err = self.token(old)
  if token then return token end
  if not err then return fail("not_signed_in", "not signed in: run mixhost auth login spotify") end
  return nil, failure.new(requests.provider, "not_signed_in", err.message)
end

--- Sends a request. `options`: query, json; empty (whether an answer may lack a body). Returns the
--- answer as a table; nil and the error.
function Requests:send(method, path, options)
  options = options or {}
  local endpoint = ("%s %s"):format(method, path)
  local token, problem = bearer(self)
  if not token then return nil, problem end
  local tries, renewed = 0, false
  while true do
    tries = tries + 1
    local response, err = failure.caught(self.client.request, self.client, method, path, {
      query = options.query, ttl = 0, json = options.json, timeout = longest_wait,
      headers = { Authorization = "Bearer " .. token },
    })
    if response and response.ok then
      if options.empty and response.body == "" then return {} end
      return object_of(response, endpoint, self.contract or "not known yet")
    end
    if response and response.status == 401 and not renewed then
      renewed = true
      token, problem = bearer(self, token)
      if not token then return nil, problem end
    else
      local pause, refusal = decision(response, err, method, endpoint, tries)
      if not pause then return nil, refusal end
      if pause > 0 then mix.task.sleep(pause) end
    end
  end
end

local falls_back = { forbidden = true, not_found = true, gone = true }

--- Sends a request in the form of the contract of 2026, or in the old one: the new form first
--- unless the old one is known to work. The form that works is remembered. Each form: {method,
--- path, options}.
function Requests:either(new, old)
  local forms = { { "new", new }, { "old", old } }
  if self.contract == "old" then forms[1], forms[2] = forms[2], forms[1] end
  local first_err
  for place, form in ipairs(forms) do
    local answer, err = self:send(table.unpack(form[2], 1, 3))
    if answer then
      self:remember(form[1])
      return answer, form[1]
    end
    if place == 2 then return nil, first_err end
    if not falls_back[err.kind] or self.proven then return nil, err end
    first_err = err
  end
end

local kept = { namespace = "playlist", ttl = "30d" }
local place = { namespace = "playlist" }
-- Spotify's facts about artists and tracks change slowly; `build` after `plan` repeats no request.
local kept_answers = { namespace = "playlist", ttl = "1h" }

-- A key for a request, with its parameters in a fixed order.
local function question(path, query)
  local parts = {}
  for number, parameter in ipairs(sorted_names(query or {})) do
    parts[number] = ("%s=%s"):format(parameter, query[parameter])
  end
  return path .. "?" .. table.concat(parts, "&")
end

--- Requests facts about artists or tracks: like `send`, but reuses an answer of the last hour.
--- Answers depend on the account's country, so each account has its own. The third value tells
--- whether the answer was reused.
function Requests:look_up(path, query)
  if not self.account then return self:send("GET", path, { query = query }) end
  local key = ("spotify answer %s %s"):format(self.account, question(path, query))
  local answer = mix.cache.get(key, place)
  if answer then return answer, nil, true end
  local err
  answer, err = self:send("GET", path, { query = query })
  if answer then mix.cache.set(key, answer, kept_answers) end
  return answer, err
end

--- Loads the findings of earlier runs about an account.
function Requests:recall(account)
  self.account = account
  self.contract = mix.cache.get("spotify contract " .. account, place)
  self.no_top_tracks = mix.cache.get("spotify no top tracks " .. account, place) == true
end

--- Stores which contract works.
function Requests:remember(contract)
  self.proven = true
  if self.contract == contract then return end
  self.contract = contract
  if self.account then mix.cache.set("spotify contract " .. self.account, contract, kept) end
end

--- Stores that an artist's top tracks are no longer available.
function Requests:remember_no_top_tracks()
  self.no_top_tracks = true
  if self.account then mix.cache.set("spotify no top tracks " .. self.account, true, kept) end
end

--- Returns the options of its client, without a token.
function requests.client() return { upstream = requests.provider.upstream, retry = false } end

--- Returns the fault of an answer that should be an object with an id; nil without one.
function requests.flaw(response, endpoint)
  if not response.ok then
    local _, err = refused(response, endpoint)
    return err.message
  end
  local answer, err = object_of(response, endpoint, "any")
  if not answer then return err.message end
  return not text_of(answer.id) and ("%s gave an answer without id"):format(endpoint) or nil
end

local function signed_in(old) return mix.auth.token("spotify", { refused = old }) end

--- Opens the service. `token(refused)` returns a bearer token other than the refused one, or nil
--- and an error; without it, that of the user who is signed in.
function requests.open(options)
  return setmetatable({
    token = options.token or signed_in, client = mix.http.client(requests.client()),
  }, Requests)
end

--- Returns the error for an answer that lacks a required part.
function requests.unknown(api, endpoint, what)
  return fail("answer", ("%s gave an answer without %s (contract: %s)"):format(
    endpoint, what, api.contract or "not known yet"))
end

return requests
