-- Writes a calendar of whole days as iCalendar (RFC 5545), for programs that subscribe to it.

local icalendar = {}

-- Octets of a line without its end (RFC 5545, section 3.1).
local longest_line = 75
local day = 86400

-- A line continues behind a line break and a space. A character is never split.
local function folded(line)
  local parts, from, room = {}, 1, longest_line
  while #line - from + 1 > room do
    local stop = from + room
    while line:byte(stop) & 0xC0 == 0x80 do stop = stop - 1 end
    parts[#parts + 1] = line:sub(from, stop - 1)
    from, room = stop, longest_line - 1
  end
  parts[#parts + 1] = line:sub(from)
  return table.concat(parts, "\r\n ")
end

--- Returns a value of the type TEXT (RFC 5545, section 3.3.11): escaped, without control
--- characters, and with a mark in place of bytes that are not UTF-8.
function icalendar.escaped(text)
  local valid = utf8.len(text) and text or text:gsub("[\x80-\xFF]", "?")
  return (valid:gsub("\r\n?", "\n"):gsub("[^%C\n\t]", ""):gsub("[\\;,]", "\\%0"):gsub("\n", "\\n"))
end

local function stamp(seconds) return os.date("!%Y%m%dT%H%M%SZ", math.floor(seconds)) end

-- A day has no time zone: it begins at each reader's midnight.
local function date(iso) return (iso:gsub("-", "")) end

local function day_after(iso) return os.date("!%Y%m%d", mix.time.parse(iso) + day) end

local function add_text(lines, name, text)
  if text then lines[#lines + 1] = name .. ":" .. icalendar.escaped(text) end
end

local function add_event(lines, event)
  lines[#lines + 1] = "BEGIN:VEVENT"
  add_text(lines, "UID", event.uid)
  -- Without METHOD, DTSTAMP is when the event was last revised (section 3.8.7.2): the same calendar
  -- is the same text.
  lines[#lines + 1] = "DTSTAMP:" .. stamp(event.modified)
  lines[#lines + 1] = "CREATED:" .. stamp(event.created)
  lines[#lines + 1] = "LAST-MODIFIED:" .. stamp(event.modified)
  lines[#lines + 1] = ("SEQUENCE:%d"):format(event.sequence)
  lines[#lines + 1] = "DTSTART;VALUE=DATE:" .. date(event.date)
  lines[#lines + 1] = "DTEND;VALUE=DATE:" .. day_after(event.date)
  add_text(lines, "SUMMARY", event.summary)
  add_text(lines, "DESCRIPTION", event.description)
  -- An address has no line breaks; one out of a service's identifier could begin a further line.
  if event.url then lines[#lines + 1] = "URL:" .. event.url:gsub("[%c ]", "") end
  add_text(lines, "CATEGORIES", event.category)
  lines[#lines + 1] = "STATUS:" .. (event.cancelled and "CANCELLED" or "CONFIRMED")
  lines[#lines + 1] = "TRANSP:TRANSPARENT"
  lines[#lines + 1] = "END:VEVENT"
end

--- Returns a calendar's text. `calendar`: name, description, refresh (how often a subscriber looks
--- again, as RFC 5545 writes a duration: "PT12H"), and events: {uid, date ("2027-01-05"), summary,
--- description, url, category, sequence, created, modified (times), cancelled}.
function icalendar.text(calendar)
  local lines = {
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//mixhost//releases//EN", "CALSCALE:GREGORIAN",
  }
  -- The names of RFC 7986, and those that older programs read.
  for _, name in ipairs({ "NAME", "X-WR-CALNAME" }) do add_text(lines, name, calendar.name) end
  for _, name in ipairs({ "DESCRIPTION", "X-WR-CALDESC" }) do
    add_text(lines, name, calendar.description)
  end
  lines[#lines + 1] = "REFRESH-INTERVAL;VALUE=DURATION:" .. calendar.refresh
  lines[#lines + 1] = "X-PUBLISHED-TTL:" .. calendar.refresh
  for _, event in ipairs(calendar.events) do add_event(lines, event) end
  lines[#lines + 1] = "END:VCALENDAR"
  for place, line in ipairs(lines) do lines[place] = folded(line) end
  return table.concat(lines, "\r\n") .. "\r\n"
end

return icalendar
