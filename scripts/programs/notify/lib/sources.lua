-- Compares in each pass how jobs, doubts and log-ins stand with how they stood: nobody posts their
-- events.

local counted = require("lib.counted")
local notices = require("lib.notices")

local sources = {}

-- The oldest jobs are forgotten together; after this time without a look, all is as at first.
local most_jobs, longest_gap = 200, 48 * 3600

-- Jobs that have ended or stopped, by number, and whether one runs.
local function jobs()
  local states, found, is_busy = {}, {}, false
  for place, job in ipairs(mix.jobs.status()) do
    if place > most_jobs then break end
    local id = tostring(job.job)
    states[id], found[id] = job.state, job
    is_busy = is_busy or job.state == "open"
  end
  return states, function(id, state)
    if state == "open" then return nil end
    local job = found[id]
    return { kind = "job", title = job.name, state = state,
      text = ("%d of %d, %d uncertain, %d failed"):format(job.done, job.total, job.uncertain,
        job.failed) }
  end, is_busy
end

-- How many works wait for a decision. While a job runs they grow, and are not counted.
local function doubts()
  local count = mix.library.status().uncertain
  return { doubts = count }, function(_, now, before)
    if now <= (before or 0) then return nil end
    return { kind = "doubts", count = now,
      title = counted(now, "result waits for you", "results wait for you") }
  end
end

-- Whether the user is signed in where they were.
local function sign_ins()
  local states, titles = {}, {}
  for _, provider in ipairs(mix.auth.providers()) do
    local account = mix.auth.status(provider)
    if account then
      states[account.provider] = account.signed_in
      titles[account.provider] = account.title
    end
  end
  return states, function(name, is_in, was_in)
    if is_in or not was_in then return nil end
    return { kind = "sign_in", title = titles[name], text = "mixhost auth login " .. name }
  end
end

-- Posts what has changed since the last pass; nothing at the first one.
local function compare(events, marks, name, states, describe)
  return mix.store.transaction(function()
    local mark = marks:get(name)
    local turn = mark and mark.turn or 0
    for id, state in pairs(states) do
      local before = mark and mark.states[id]
      if before ~= state then
        local event = mark and describe(id, state, before)
        turn = turn + 1
        if event then
          event.key = ("%s %s %s %d"):format(name, id, state, turn)
          notices.post(events, event)
        end
      end
    end
    if turn ~= (mark and mark.turn) then
      marks:put({ name = name, states = states, turn = turn })
    end
    return true
  end)
end

--- Posts what has happened to jobs, doubts and log-ins. `events`: as notices.open returns it.
function sources.look(events)
  local marks, now = mix.store.open("marks"), mix.time.now()
  local last = marks:get("looked")
  if last and now - last.time > longest_gap then marks:clear() end
  marks:put({ name = "looked", time = now })
  local states, describe, is_busy = jobs()
  assert(compare(events, marks, "jobs", states, describe))
  if not is_busy then assert(compare(events, marks, "doubts", doubts())) end
  assert(compare(events, marks, "sign_ins", sign_ins()))
end

return sources
