-- Makes messages of events, and sends them: each once. A message is a record that says what became
-- of it; it is written before anything is sent, and again when the receiver has answered.

local clock = require("programs.notify.lib.clock")
local failure = require("lib.failure")
local has = require("lib.has")
local receivers = require("programs.notify.lib.receivers")

local messages = {}

--- How long a message is kept for a receiver that does not take it.
messages.patience = 48 * 3600

-- How long a process may take to send one; what records say of the past is kept for these days.
local lease, event_days, message_days = 300, 90, 30
-- The pause after the first failure, and the longest.
local first_pause, last_pause = 60, 6 * 3600
-- More notices than a message holds are counted alone.
local most_notices = 200

local function store() return mix.store.open("messages") end

local function together(work)
  assert(mix.store.transaction(function()
    work()
    return true
  end))
end

-- Adds a notice to a message that was not tried yet, or makes one.
local function add(kept, receiver, notice, due, group)
  local base = ("%s %s"):format(receiver, group or notice.key)
  local key, number = base, 1
  local message = kept:get(key)
  while message and not (group and message.state == "waiting" and message.tries == 0) do
    -- A single one is made once.
    if not group then return end
    number = number + 1
    key = ("%s %d"):format(base, number)
    message = kept:get(key)
  end
  message = message or { key = key, receiver = receiver, state = "waiting", due = due, born = due,
    tries = 0, count = 0, notices = {} }
  message.count = message.count + 1
  message.urgent = message.urgent or notice.urgent or nil
  if #message.notices < most_notices then table.insert(message.notices, notice) end
  kept:put(message)
end

-- When a notice is due, and with which others it goes.
local function plan(notice, quiet, now)
  local ends = not notice.urgent and clock.quiet_end(quiet, now)
  local due = notice.at and clock.next(notice.at, now) or now
  if ends and due < ends then return ends, ("news %d"):format(ends) end
  return due, notice.group and ("%s %d"):format(notice.group, due)
end

-- Notes what becomes of an event that is still new. `notice`: what the rules make of it, or nil.
local function decide(events, key, notice, quiet, now)
  local kept, found = store(), events:get(key)
  if not found or found.status ~= "new" then return end
  found.status = "done"
  events:put(found)
  if not notice then return end
  notice.key = key
  local due, group = plan(notice, quiet, now)
  for _, name in ipairs(receivers.chosen()) do
    if not notice.to or has(notice.to, name) then add(kept, name, notice, due, group) end
  end
end

--- Decides what becomes of the events that are new, by the rules. An event on which they raise
--- stays new, and costs the others nothing. Adds to `result`.
function messages.judge(rules, events, now, result)
  local quiet = rules:quiet()
  for _, event in ipairs(events:find({ status = "new", limit = 10000 })) do
    local ok, notice = pcall(rules.notice, rules, event)
    if ok then
      together(function() decide(events, event.key, notice, quiet, now) end)
    else
      table.insert(result.lines, ("%s: no notice: %s"):format(event.title, failure.line(notice)))
    end
  end
end

-- A text of N bytes at most.
local function cut(text, most)
  if not text or #text <= most then return text end
  return text:sub(1, utf8.offset(text, 0, most + 1) - 1)
end

-- The words for several notices. Where the rules raise, the notices go out without theirs.
local function digest(rules, message)
  local ok, said = pcall(rules.digest, rules, message.notices)
  if ok then return said end
  return { title = ("%d notices"):format(message.count),
    text = ("mixhost notify list shows them; the rules failed: %s"):format(failure.line(said)) }
end

-- The words of a message: the same at each try.
local function word(rules, message)
  if message.title then return end
  local first = message.notices[1]
  local said = message.count > 1 and digest(rules, message) or first
  message.title = cut((said.title:gsub("%c", " ")), 200)
  message.text = cut(said.text, 3500)
  -- The addresses come from feeds and services: a click leads to the web alone.
  for _, notice in ipairs(message.notices) do
    if not (notice.url or ""):find("^https?://") then notice.url = nil end
  end
  message.url = message.count == 1 and first.url or nil
  message.id = mix.crypto.sha256(message.key):sub(1, 32)
end

-- Takes a message for sending; nil when another process has, or it may have gone out already.
local function claim(rules, key, now)
  local claimed
  together(function()
    claimed = nil
    local kept = store()
    local message = kept:get(key)
    if not message or message.due > now then return end
    if message.state == "sending" and not receivers[message.receiver].repeats then
      -- The process that took it has ended, and nobody knows how far it came.
      message.state = "unknown"
    elseif message.state == "waiting" or message.state == "sending" then
      word(rules, message)
      message.state, message.tries, message.due = "sending", message.tries + 1, now + lease
      claimed = message
    end
    kept:put(message)
  end)
  return claimed
end

local function settle(message, state, why)
  message.state, message.why, message.ended = state, why, mix.time.now()
  together(function() store():put(message) end)
end

-- Puts off all that is due at a receiver which did not take a message, and drops what it has not
-- taken for too long. Returns how many were dropped.
local function put_off(message, err, now)
  local pause = math.min(first_pause * 2 ^ math.min(message.tries - 1, 20), last_pause)
  local dropped = 0
  together(function()
    local kept = store()
    message.state = "waiting"
    kept:put(message)
    dropped = 0
    for each in kept:each({ state = "waiting", receiver = message.receiver }) do
      if each.due <= now or each.key == message.key then
        each.due, each.tries, each.why = now + pause, message.tries, err.message
        if now - each.born >= messages.patience then
          each.state, each.ended = "dropped", now
          dropped = dropped + 1
        end
        kept:put(each)
      end
    end
  end)
  return dropped
end

-- Sends what is due at a receiver. Adds to `result`.
local function deliver(rules, name, now, result)
  local kept, quiet = store(), clock.quiet_end(rules:quiet(), now)
  local due = {}
  for _, state in ipairs({ "waiting", "sending" }) do
    for each in kept:each({ state = state, receiver = name }) do
      if each.due <= now and (each.urgent or not quiet) then due[#due + 1] = each end
    end
  end
  table.sort(due, function(a, b) return a.due == b.due and a.key < b.key or a.due < b.due end)
  for _, each in ipairs(due) do
    local message = claim(rules, each.key, now)
    if message then
      local ok, err = receivers.send(name, message)
      if ok then
        settle(message, "sent")
        result.sent = result.sent + 1
      elseif err.kind == "refused" or err.kind == "unknown" then
        settle(message, err.kind == "refused" and "dropped" or "unknown", err.message)
        table.insert(result.lines, ("%s: %s; it is not sent again"):format(receivers[name].title,
          err.message))
      else
        local dropped = put_off(message, err, now)
        if dropped > 0 then
          table.insert(result.lines, ("%s has taken nothing for 48 h: %d dropped: %s"):format(
            receivers[name].title, dropped, err.message))
        end
        return
      end
    end
  end
end

-- Removes records of what is long past.
local function tidy(events, now)
  local kept = store()
  for old in events:each({ at = { to = now - event_days * 86400 } }) do events:delete(old.key) end
  for old in kept:each({ due = { to = now - message_days * 86400 } }) do kept:delete(old.key) end
end

--- A pass: decides about new events, and sends what is due. Returns {sent, lines}: how many went
--- out, and a line for each receiver that lost some and each event on which the rules raise.
function messages.pass(rules, events)
  local now, result = mix.time.now(), { sent = 0, lines = mix.json.array({}) }
  messages.judge(rules, events, now, result)
  for _, name in ipairs(receivers.chosen()) do deliver(rules, name, now, result) end
  tidy(events, now)
  result.waiting = store():count({ state = "waiting" })
  return result
end

--- The messages that wait, or whose end is known, the newest first.
function messages.list(limit)
  return store():find({ order = "due", descending = true, limit = limit })
end

return messages
