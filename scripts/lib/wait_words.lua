-- The words for what a screen's work waits for.

local reasons = {
  rate = "its limit of requests", paused = "a pause that it asked for", retry = "the next try",
}

--- Returns the oldest wait of a request in words: who, why, until when; nil without one.
return function()
  local wait = mix.http.waiting()[1]
  if not wait then return nil end
  local host = wait.url and wait.url:match("^%a+://([^/:]+)")
  return ("%s: waiting for %s until %s"):format(wait.upstream or host or wait.url,
    reasons[wait.why] or wait.reason, os.date("%H:%M:%S", math.floor(wait["until"])))
end
