-- The calendar of releases at an address, for calendar programs that subscribe to it
-- (docs/calendars.md).

local connection = require("lib.connected")
local followed = require("programs.trailers.lib.followed")

local connected = {}

-- How old answers about a title may be, and how long a subscriber waits for newer ones, in seconds.
local fresh, patience = 6 * 3600, 20

--- Returns what an address of the program is for: the calendar.
function connected.offer(subject)
  if subject ~= "" then
    return nil, ("there is one calendar, of all that is followed, none of \"%s\""):format(subject)
  end
  return { subject = "", title = "Releases that you follow", path = "/releases.ics" }
end

--- Answers a request for the calendar; nil for others.
function connected.answer(request)
  if request.path ~= "/releases.ics" or request.method ~= "GET" then return nil end
  -- While a service does not answer, the calendar is what it was.
  local problem
  local is_done, err = mix.task.timeout(patience, function()
    problem = followed.refresh(followed.services(), fresh)
    return true
  end)
  problem = problem or not is_done and err
  if problem then mix.log.warn("trailers: the calendar is not up to date: " .. problem.message) end
  local text = followed.calendar()
  local etag = ('"%s"'):format(mix.crypto.sha256(text):sub(1, 32))
  local headers = { etag = etag, ["cache-control"] = "private, max-age=0, must-revalidate" }
  if connection.has_it(request, etag) then return { status = 304, headers = headers } end
  headers["content-type"] = "text/calendar; charset=utf-8"
  return { status = 200, headers = headers, body = text }
end

return connected
