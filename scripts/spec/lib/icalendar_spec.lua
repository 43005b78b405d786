-- Calendars as RFC 5545 writes them. PyPI's icalendar and Debian's khal read the same (tools/
-- calendar-check).

local changed = require("lib.changed")
local icalendar = require("lib.icalendar")

local function event(changes)
  return changed({
    uid = "movie-7-cinema@releases.mixhost", date = "2027-02-28", summary = "Paper Boats",
    created = 1000000000, modified = 1000000001, sequence = 0,
  }, changes)
end

local function text_of(...)
  return icalendar.text({ name = "Releases", refresh = "PT12H", events = { ... } })
end

-- The lines without their folds.
local function lines_of(text)
  local lines = {}
  for line in text:gsub("\r\n ", ""):gmatch("(.-)\r\n") do lines[#lines + 1] = line end
  return lines
end

local function value_of(text, name)
  for _, line in ipairs(lines_of(text)) do
    if line:sub(1, #name) == name then return line:sub(#name + 2) end
  end
end

describe("a calendar", function()
  it("is what RFC 5545 asks for", function()
    assert.are.same({
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//mixhost//releases//EN", "CALSCALE:GREGORIAN",
      "NAME:Releases", "X-WR-CALNAME:Releases", "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
      "X-PUBLISHED-TTL:PT12H",
      "BEGIN:VEVENT", "UID:movie-7-cinema@releases.mixhost", "DTSTAMP:20010909T014641Z",
      "CREATED:20010909T014640Z", "LAST-MODIFIED:20010909T014641Z", "SEQUENCE:3",
      "DTSTART;VALUE=DATE:20270228", "DTEND;VALUE=DATE:20270301", "SUMMARY:Paper Boats",
      "DESCRIPTION:A boat\\, two\\; a \\\\ and\\na line.", "URL:https://example.org/7",
      "CATEGORIES:Films", "STATUS:CANCELLED", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
    }, lines_of(text_of(event({
      sequence = 3, cancelled = true, url = "https://example.org/7", category = "Films",
      description = "A boat, two; a \\ and\r\na line.",
    }))))
  end)

  it("has no line out of an address", function()
    local text = text_of(event({ url = "https://example.org/7\r\nATTACH:file:///etc/passwd" }))
    assert.equal("https://example.org/7ATTACH:file:///etc/passwd", value_of(text, "URL"))
    assert.is_nil(text:find("\nATTACH", 1, true))
  end)

  it("ends a day with the next one, in leap years and at the end of a year", function()
    for first, next_one in pairs({
      ["2028-02-28"] = "20280229", ["2028-02-29"] = "20280301", ["2027-12-31"] = "20280101",
      ["2027-03-28"] = "20270329", ["2027-10-31"] = "20271101",
    }) do
      assert.equal(next_one, value_of(text_of(event({ date = first })), "DTEND;VALUE=DATE"))
    end
  end)

  it("folds lines at 75 octets, and never within a character", function()
    for shift = 0, 4 do
      local summary = ("x"):rep(shift) .. ("夜é"):rep(60)
      local text = text_of(event({ summary = summary }))
      assert.equal(summary, value_of(text, "SUMMARY"))
      for line in text:gmatch("(.-)\r\n") do
        assert.is_true(#line <= 75, line)
        assert.is_truthy(utf8.len(line), line)
      end
      assert.is_nil(text:gsub("\r\n", ""):find("[\r\n]"))
    end
    local exact = text_of(event({ summary = ("a"):rep(75 - #"SUMMARY:") }))
    assert.is_truthy(exact:find("\r\nSUMMARY:a+\r\nSTATUS"))
  end)

  it("lets no text leave its line, nor end an event", function()
    local text = text_of(event({ summary = "A\r\nEND:VEVENT\rB\0\27[1m\xff" }))
    assert.equal("A\\nEND:VEVENT\\nB[1m?", value_of(text, "SUMMARY"))
    assert.equal(1, select(2, text:gsub("\r\nEND:VEVENT", "")))
  end)
end)
