-- Signing in at a service from a screen. It belongs to the program, whose process has one listener:
-- each of its screens with the topic `topic:signing_in` shows it and can stop it.

local last_result = require("lib.last_result")
local screen_work = require("lib.screen_work")

local signing_in = {}

-- The log-ins that wait for their users, by the provider's name.
local attempts = {}

--- Signs in, and returns what came of it: words and tone; nothing when one waits already. Meanwhile
--- the status of the log-in has the address.
function signing_in.begin(name, update)
  if attempts[name] then return end
  local function address()
    local status = mix.auth.status(name)
    return status and status.address
  end
  local account, err
  mix.task.scope(function(scope)
    attempts[name] = scope:spawn(function()
      local got, problem = mix.auth.login(name)
      return { account = got, err = problem }
    end)
    local _ <close> = setmetatable({}, { __close = function() attempts[name] = nil end })
    mix.events.emit("signing_in")
    local ended, cancelled = screen_work.shown(update, address, function()
      return attempts[name]:await()
    end)
    account, err = ended and ended.account, ended and ended.err or cancelled
  end)
  mix.events.emit("signing_in")
  if account then return ("Signed in as %s."):format(account.account or "you"), "success" end
  if err and err.kind == "cancelled" then return "The sign-in was stopped.", "warning" end
  return err.message, "error"
end

--- Stops the log-in that waits.
function signing_in.stop(name)
  if attempts[name] then attempts[name]:cancel() end
end

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

--- Adds what can be done about a log-in to a node: `sign_in`, or `stop_sign_in` while one waits.
--- `args`: those of the actions.
function signing_in.add(node, name, status, args)
  local function add(child) node[#node + 1] = child or false end
  local title = status.title or name
  if attempts[name] then
    add({ "progress", "Waiting for you at " .. title, done = 0,
      actions = { { label = "Stop waiting", action = "stop_sign_in", args = args } } })
    add(status.address and { "link", ("Open %s's page"):format(title), href = status.address })
  elseif not status.signed_in then
    add({ "link", "Sign in at " .. title, action = "sign_in", args = args })
  end
end

return signing_in
