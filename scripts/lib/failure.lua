-- Describes any raised or returned error in one line; makes the error table of providers: {kind,
-- message, provider, status, until} (docs/services-own.md).

local failure = {}

local network_kinds = { unreachable = true, dns = true, timeout = true, offline = true }

-- Of these nothing was sent.
local unsent_kinds = {
  unreachable = true, dns = true, offline = true, paused = true, rateLimited = true,
}

local kinds_of_status = {
  [400] = "invalid", [401] = "token", [403] = "forbidden", [404] = "not_found", [410] = "gone",
  [429] = "rate",
}

--- Returns the first line of an error's message.
function failure.line(err)
  local message = type(err) == "string" and err or err and err.message or tostring(err)
  return (tostring(message):match("^[^\r\n]*"))
end

--- Returns the first line of a file's error; it names the file.
function failure.of_file(err, path)
  local line = failure.line(err)
  return line:find(path, 1, true) and line or ("%s: %s"):format(path, line)
end

-- The host that stands for an address of the user's own, which is only in its setting.
local function setting_of(label) return "the address in upstream." .. label:gsub("%-", "_") end

--- Returns the first line without the address at its end, so that equal failures have equal texts.
function failure.short(err)
  return (failure.line(err):gsub(" %(https?://%S*%)$", "")
    :gsub("([%w-]+)%.mixhost%.invalid", setting_of))
end

--- Runs a function for one of many items. Returns its results, or nil and the error: a denial, a
--- limit of the call and the like affect only that item. A mistake in the program is raised again,
--- and errors that end the run (its own limits, a cancellation) pass every pcall.
function failure.caught(fn, ...)
  local results = table.pack(pcall(fn, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  local err = results[2]
  local is_failure = type(err) ~= "string" and err ~= nil and err.kind ~= nil and err.message ~= nil
  if not is_failure then error(err, 0) end
  return nil, err
end

--- Raises a failure that the user can fix. `kind`: a word to branch on.
function failure.raise(message, kind, fields)
  local err = { kind = kind, message = message }
  for name, value in pairs(fields or {}) do err[name] = value end
  error(err, 0)
end

--- Returns the first value of a call that may return nil and an error; raises that error.
function failure.need(value, err)
  if value == nil then error(err, 0) end
  return value
end

--- Returns the value of a function; an error ends the script with one line, without a traceback.
function failure.try(body, ...)
  local ok, value = pcall(body, ...)
  if not ok then mix.ui.fail(failure.line(value)) end
  return value
end

--- Whether a request failed because no server could be reached.
function failure.is_network(err)
  return err ~= nil and type(err) ~= "string" and network_kinds[err.kind] == true
end

--- Returns the class of a failure (mix.http.failure_class): `refused` and `gone` are about one
--- question, which costs one row. The others would meet the next question as well: `passing` ends
--- within minutes, `limit` when its pause ends, `lasting` when the user acts. And of a limit its
--- scope: `address`, `route` or `key`. A provider's own kinds may name theirs in `class` and
--- `scope`.
function failure.class(err)
  if err == nil or type(err) == "string" then return "lasting" end
  local class = err.class or mix.http.failure_class(err.kind, err.status or nil)
  return class, class == "limit" and (err.scope or "address") or nil
end

--- Whether a failure is about one question alone: the next may well be answered.
function failure.is_of_question(err)
  local class = failure.class(err)
  return class == "refused" or class == "gone"
end

--- Whether a failure meets the next question as well until somebody acts or a pause ends.
function failure.is_for_all(err)
  local class = failure.class(err)
  return class == "lasting" or class == "limit"
end

--- Whether nothing was sent, as no connection was possible or a pause holds it back.
function failure.is_unsent(err) return unsent_kinds[err.kind] == true end

--- Whether a request that writes may have been carried out although it failed.
function failure.may_have_arrived(err)
  return failure.class(err) == "passing" and not failure.is_unsent(err) or err.kind == "answer"
end

--- Makes a provider's error. `fields`: status, until and anything else that its callers need.
function failure.new(provider, kind, message, fields)
  local err = { kind = kind, message = failure.line(message), provider = provider.name }
  for name, value in pairs(fields or {}) do err[name] = value end
  return err
end

--- Makes the error for a request without an answer, with the kind of mix.http's error. `upstream`
--- and `until` tell which service asked for a pause, and for how long.
function failure.of_request(provider, err)
  return failure.new(provider, err.kind, failure.short(err), {
    upstream = err.upstream, ["until"] = err["until"],
  })
end

--- Returns the kind of a status; "rate" also for those that the provider's manifest declares.
function failure.kind_of_status(provider, status)
  for _, declared in ipairs(mix.http.service(provider.upstream).rate_limit_statuses) do
    if declared == status then return "rate" end
  end
  return kinds_of_status[status] or (status >= 500 and "server" or "http")
end

--- Makes the error for an answer with an unsuccessful status. `said`: the service's own words.
function failure.of_status(provider, status, said)
  local kind = failure.kind_of_status(provider, status)
  local message = kind == "rate" and "rate limit of %s (HTTP status %d)%s" or "%s: HTTP status %d%s"
  return failure.new(provider, kind,
    message:format(provider.title, status, said and ": " .. said or ""), { status = status })
end

return failure
