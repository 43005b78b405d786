-- Requests to TMDB: caching, answers, and messages for failures.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local retry_after = require("lib.retry_after")
local service_words = require("lib.service_words")

local requests = {}

-- A cached copy is shown whatever its age.
local for_ever = "3650d"
-- Seconds to wait for a silent service when a cached copy exists, and seconds without further
-- requests to it.
local patience, rest = 5, 3
-- Seconds of one request, including all waits and retries of mix.http.
local longest_wait = 300

local how_to_get_a_token = "a read access token or an API key is at "
  .. "https://www.themoviedb.org/settings/api; "
  .. "set it with the environment variable TMDB_TOKEN or with: mixhost config set tmdb.token TOKEN"

-- Codes of keys and accounts that TMDB has closed: another token of the account does not help.
local suspended = { [10] = true, [31] = true, [45] = true }

local function is_title(path) return path:find("^/movie/") or path:find("^/tv/") end

--- Returns the provider's request function. Its arguments: the service, a path, the parameters, how
--- long the answer is fresh, and a function that returns the fault of an answer.
function requests.of(provider)
  local function problem(kind, message, status, code)
    return failure.new(provider, kind, message, { status = status, code = code })
  end

  local function refusal(response, path)
    local status = response.status
    local decoded = mix.json.decode(response.body)
    local body = type(decoded) == "table" and decoded or {}
    local words = service_words(response)
    local said = words and ": " .. words or ""
    if status == 401 and suspended[body.status_code] then
      return problem("token", "TMDB refuses the token" .. said, status)
    elseif status == 401 then
      return problem("token", "TMDB does not accept the token; " .. how_to_get_a_token, status)
    elseif status == 403 then
      return problem("forbidden", "TMDB denies access with this token (HTTP 403)" .. said, status)
    elseif status == 404 then
      return problem("not_found", is_title(path) and "TMDB has no such title"
        or ("TMDB has no list %s (HTTP 404)"):format(path) .. said, status)
    elseif status == 429 then
      local found = problem("rate", "TMDB wants fewer requests (HTTP 429); try again in a minute",
        status)
      local seconds = retry_after(response.headers)
      found["until"] = seconds and mix.time.now() + seconds
      return found
    end
    return problem(failure.kind_of_status(provider, status),
      ("TMDB: HTTP status %d%s"):format(status, said), status, body.status_code)
  end

  local function no_answer(err)
    if err.kind == "credentials" then
      return problem("token", "TMDB needs a token; " .. how_to_get_a_token)
    end
    local found = failure.of_request(provider, err)
    if err.kind == "paused" then
      found.kind, found.message = "rate", "TMDB wants fewer requests; try again in a minute"
    else
      found.message = "TMDB cannot be reached: " .. found.message
    end
    return found
  end

  -- The cached answer, whatever its age; nil and the error.
  local function kept(self, path, query, ttl, check)
    local response = self.client:get(path, {
      query = query, ttl = for_ever, headers = { ["Cache-Control"] = "only-if-cached" },
    })
    local answer = response and response.ok and json_answers.read(response, check)
    if not answer then return nil, problem("not_kept", "nothing of it is kept") end
    local stale = response.age >= mix.time.duration(ttl)
    if stale then self.oldest = math.max(self.oldest, response.age) end
    return answer, { cached = true, stale = stale }
  end

  -- Returns the decoded answer and {cached, stale}, whether it was cached and has expired; nil and
  -- the error. `check` returns the fault of an unusable answer. A cached copy stands in at the
  -- first failure, so the user does not wait for retries; only a pause that TMDB asks for is waited
  -- out.
  local function ask(self, path, query, ttl, check)
    query.language = self.language
    if self.is_kept then return kept(self, path, query, ttl, check) end
    local options = { query = query, ttl = ttl, timeout = longest_wait }
    local how = { is_search = not is_title(path) }
    local last, about_last = kept(self, path, query, ttl, check)
    if last then
      if mix.time.monotonic() < self.rests_until then return last, about_last end
      options.retry, options.idle_timeout, options.connect_timeout = false, patience, patience
    end
    local answer, response, err = json_answers.get(self.client, path, options, check, how)
    local has_paused = response and response.status == 429 or err and err.kind == "paused"
    if not answer and has_paused and options.retry == false then
      options.retry, options.idle_timeout, options.connect_timeout = nil, nil, nil
      answer, response, err = json_answers.get(self.client, path, options, check, how)
    end
    if answer then
      if response.source == "stale" then self.rests_until = mix.time.monotonic() + rest end
      return answer, { cached = response.source ~= "live", stale = response.source == "stale" }
    end
    if not response then return nil, no_answer(err) end
    if err then return nil, problem(err.kind, "TMDB: " .. err.message) end
    return nil, json_answers.gateway_refusal(provider, response) or refusal(response, path)
  end

  return ask
end

return requests
