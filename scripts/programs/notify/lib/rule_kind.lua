-- How rules for notices are asked and tried. Sources/Bindings/Rules/Notify declares the form of
-- their files and hands over `host`; mix.rules.load("notify/…") asks this.

local host = ...

local kind = {}

local texts = { "title", "text", "url", "group", "at" }

-- Whether a text is a time of day.
local function is_clock(text)
  local hour, minute = text:match("^(%d%d):(%d%d)$")
  return hour ~= nil and tonumber(hour) < 24 and tonumber(minute) < 60
end

local function check_words(fn, found, names)
  for _, name in ipairs(names) do
    if found[name] ~= nil and type(found[name]) ~= "string" then
      host.wrong(fn, ("returned %s as %s, a text expected"):format(type(found[name]), name))
    end
  end
  if found.title == nil or found.title == "" then host.wrong(fn, "returned no title") end
end

--- The notice of an event; nil when it is not worth one.
function kind.notice(rules, event)
  local fn = rules.notice
  local found = host.ask(fn, event)
  if found == nil then return nil end
  check_words(fn, found, texts)
  if found.at and not (found.group and is_clock(found.at)) then
    host.wrong(fn, "returned at, which is a time such as 18:00 and needs a group")
  end
  for _, name in ipairs(type(found.to) == "table" and found.to or {}) do
    if type(name) ~= "string" then host.wrong(fn, "returned to, a list of receivers expected") end
  end
  return found
end

--- The words for several notices that are sent as one: {title, text}.
function kind.digest(rules, notices)
  local found = host.ask(rules.digest, notices)
  check_words(rules.digest, found, { "title", "text" })
  return { title = found.title, text = found.text }
end

--- The hours in which notices wait; nil without any.
function kind.quiet(rules) return rules.quiet end

--- Words events of each kind, full and bare ones, and several as one.
kind["try"] = function(rules)
  local notices = {}
  for _, name in ipairs({ "video", "job", "doubts", "sign_in", "chart" }) do
    for _, more in ipairs({
      { text = "by somebody", url = "https://example.org/", state = "done", count = 3 }, {},
    }) do
      local event = { kind = name, key = name .. " 1", at = 1700000000, title = "A title" }
      for field, value in pairs(more) do event[field] = value end
      notices[#notices + 1] = kind.notice(rules, event)
    end
  end
  if #notices > 1 then kind.digest(rules, notices) end
end

return kind
