-- Shows a script's last output while the network is slow. Only on a terminal: programs and pipes
-- get a single result.

local last_result = {}

-- Including a script's start, a user waits less than 200 ms for the first output.
local patience = 0.1
local place = { namespace = "shown" }
local kept = { namespace = "shown", ttl = "30d" }

-- Formats an age: 90 s, 5 min, 3 h, 2 d.
function last_result.age(seconds)
  seconds = math.max(0, math.floor(seconds))
  if seconds < 90 then return ("%d s"):format(seconds) end
  if seconds < 5400 then return ("%d min"):format(seconds // 60) end
  if seconds < 172800 then return ("%d h"):format(seconds // 3600) end
  return ("%d d"):format(seconds // 86400)
end

--- Formats a time in the user's time zone.
function last_result.time(seconds) return os.date("%Y-%m-%d %H:%M", math.floor(seconds)) end

--- Whether the output is a terminal.
last_result.is_terminal = mix.ui.is_terminal

--- Whether results are stored and shown again: standard output is a terminal that people read.
function last_result.is_wanted(args)
  return last_result.is_terminal() and not (args.json or args.events or args.quiet)
end

--- Stores shown output under a key that names the script and the question. `time`: when it was
--- current (default: now).
function last_result.keep(args, key, value, time)
  if last_result.is_wanted(args) then
    mix.cache.set(key, { time = time or mix.time.now(), value = value }, kept)
  end
end

--- Calls `fetch(came)` and returns its results. When it takes longer than a moment and `recall()`
--- finds an earlier value, `show(value)` shows that meanwhile, marked as stale with its age.
--- `recall` returns the value and its age in seconds, or nil; it may wait, but sends no request.
--- `fetch` calls `came()` before it shows anything.
function last_result.meanwhile(args, recall, show, fetch)
  if not last_result.is_wanted(args) then return fetch(function() end) end
  local results
  mix.task.scope(function(scope)
    local has_come = false
    scope:spawn(function()
      mix.task.sleep(patience)
      local value, age = recall()
      if value == nil or has_come then return end
      show(value)
      mix.ui.note(("stale: of %s (%s old); it is being asked for again"):format(
        last_result.time(mix.time.now() - age), last_result.age(age)))
    end)
    results = table.pack(fetch(function() has_come = true end))
    scope:cancel()
  end)
  return table.unpack(results, 1, results.n)
end

--- Like `meanwhile`, with the value that `keep` stored under the key. Without one, `otherwise()`
--- returns what to show: {time, value}.
function last_result.before(args, key, show, fetch, otherwise)
  return last_result.meanwhile(args, function()
    local last = mix.cache.get(key, place) or otherwise and otherwise()
    if last then return last.value, mix.time.now() - last.time end
  end, show, function() return fetch() end)
end

return last_result
