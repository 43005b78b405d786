-- The state of one service: whether it is in use, its key, whether it can be reached,
-- its limit, its last failure, and its answer to a question.

local failure = require("lib.failure")
local key_forms = require("lib.key_forms")
local questions = require("commands.doctor.questions")

local service = {}

local problem = questions.problem

-- Why no program that is configured asks a service; nil when one does.
local function unused(check)
  for _, name in ipairs(check.requires or {}) do
    if not mix.env.setting(name) then return ("not configured: %s is not set"):format(name) end
  end
  return check.unused and check.unused() or nil
end

-- The key: {setting, source, state}, and what is wrong with its form.
local function judged_key(check, is_own)
  local key = check.key
  local text = mix.env.setting(key.setting)
  local source = mix.env.source(key.setting)
  local found = { setting = key.setting, source = source, state = "present" }
  local flaw = key_forms.flaw(text)
  if flaw then
    found.state = "wrong"
    return found, problem("wrong", ("%s (from %s) %s"):format(key.setting, source, flaw), key.get)
  end
  local said, level = key.judge(text)
  -- A stand-in takes keys of any form; a key of another kind is a mistake anywhere.
  if not said or (level == "warning" and not is_own) then return found end
  found.state = level == "wrong" and "wrong" or "present"
  return found, problem(level, ("%s (from %s) %s"):format(key.setting, source, said), key.get)
end

local function add(item, found)
  if not found then return end
  item.problems[#item.problems + 1] = found
  if found.level == "wrong" or item.level == "ok" then item.level = found.level end
end

-- The host's own knowledge, before anybody is asked.
local function recall(item, check)
  local options = check.client()
  mix.http.client(options)
  local state = mix.http.upstream(item.base, { client = options.name or options.upstream })
  item.limit, item.share, item.failure = state.rate, state.share, state.failure
  local now = mix.time.now()
  if state.paused_until and state.paused_until > now then
    item.paused_until = state.paused_until
    add(item, problem("warning", ("%s asked for a pause until %s"):format(
      check.title, os.date("%H:%M:%S", math.floor(state.paused_until))),
      "wait: programs do so, too"))
  end
  if state.share and state.share < 0.95 then
    add(item, problem("warning", ("%s refused requests lately: %.0f %% of %s is used"):format(
      check.title, state.share * 100, state.rate), "wait: the rate rises again automatically"))
  end
end

local function reach(item, check)
  local seconds, err = mix.http.reach(item.base)
  if seconds then
    item.reached = seconds
    return true
  end
  add(item, questions.no_answer(check, err))
  return false
end

local function examine(item, check, run)
  local base = check.address and check.address() or mix.http.service(check.upstream).base
  item.base = base
  local why = unused(check)
  if why then
    item.level, item.note = "unused", why
    return
  end
  local place = "upstream." .. check.upstream
  item.address = mix.env.source(place) ~= "default" and mix.env.setting(place) or base
  local is_own = item.address == base
  if check.key then
    local wrong
    item.key, wrong = judged_key(check, is_own)
    add(item, wrong)
  end
  recall(item, check)
  if run.offline then
    item.note = "not tried: offline"
    return
  end
  if not reach(item, check) or not run.live or not check.question then return end
  if item.key and item.key.state == "wrong" then
    item.note = "not asked"
    return
  end
  if check.sign_in and not run.mock and not mix.auth.status(check.sign_in).signed_in then
    item.note = "not asked: nobody is signed in"
    return
  end
  local wrong
  item.asked, wrong = questions.ask(check, item.key and item.key.source)
  if item.key and item.asked.status then
    item.key.state = not wrong and "accepted" or wrong.what:find("refuses", 1, true) and "refused"
      or item.key.state
  end
  add(item, wrong)
end

--- Examines one service; `check.broken` says what is wrong with its files. `run`: {offline, mock,
--- live}. Returns {title, programs, level ("ok", "warning", "wrong" or "unused"), base, address,
--- limit, reached, failure, key, asked, problems}.
function service.examine(check, run)
  local item = {
    title = check.title, upstream = check.upstream, programs = check.serves, level = "ok",
    problems = {}, sign_in = check.sign_in,
  }
  if check.broken then
    add(item, problem("wrong", check.broken, check.advice))
    return item
  end
  -- A setting of the wrong form, or an address that is not granted, stops this service alone.
  local ok, err = pcall(examine, item, check, run)
  if not ok then
    add(item, problem("wrong", failure.line(err), "mixhost config shows the settings"))
  end
  return item
end

return service
