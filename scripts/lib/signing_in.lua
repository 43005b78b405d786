-- Signing in at a service from a screen. It belongs to the process: each screen with the topic
-- `topic:signing_in`, of whichever program, shows it and can stop it.

local last_result = require("lib.last_result")
local screen_work = require("lib.screen_work")

local signing_in = {}

-- The state of a log-in that waits, as screens show it; nil while none does.
local function waiting(name)
  local status = mix.auth.status(name)
  return status and status.waiting and "waiting " .. (status.address or "") or nil
end

--- Signs in, and returns what came of it: words and tone; nothing when one waits already. Meanwhile
--- the status of the log-in has the address.
function signing_in.begin(name, update)
  if waiting(name) then return end
  local last
  local function sign()
    local now = waiting(name)
    -- Screens of other programs show it, too.
    if now ~= last then
      last = now
      mix.events.emit("signing_in")
    end
    return now
  end
  local account, err = screen_work.shown(update, sign, function() return mix.auth.login(name) end)
  mix.events.emit("signing_in")
  if account then return ("Signed in as %s."):format(account.account or "you"), "success" end
  if err.kind == "cancelled" then return "The sign-in was stopped.", "warning" end
  return err.message, "error"
end

--- Stops the log-in that waits, whichever screen began it.
function signing_in.stop(name) mix.auth.stop(name) end

--- Forgets a log-in, and returns what came of it: words and tone.
function signing_in.out(name)
  local was_signed_in, err = mix.auth.logout(name)
  mix.events.emit("signing_in")
  if err then return err.message, "error" end
  return was_signed_in and "Signed out." or "Nobody was signed in.", "success"
end

--- One line of who is signed in. `status`: of mix.auth.status.
function signing_in.line(status)
  if not status.signed_in then
    return status.ended and "Not signed in: " .. status.ended or "Not signed in"
  end
  local name = status.account and "Signed in as " .. status.account or "Signed in"
  if not status.ends_at then return name end
  return ("%s until %s"):format(name, last_result.time(status.ends_at))
end

--- The log-in that waits, as a work among the first nodes of a page; false while none does. `args`:
--- those of the action `stop_sign_in`.
function signing_in.work(name, status, args)
  return status.waiting and { "progress", "Waiting for you at " .. (status.title or name),
    id = "signing_in." .. name, done = 0,
    actions = { { label = "Stop waiting", action = "stop_sign_in", args = args } } }
end

--- The page of a log-in that waits, or the action `sign_in`; false for one who is signed in.
function signing_in.link(name, status, args)
  local title = status.title or name
  if status.waiting then
    return status.address and { "link", ("Open %s's page"):format(title), href = status.address }
  end
  return not status.signed_in
    and { "link", "Sign in at " .. title, action = "sign_in", args = args }
end

return signing_in
