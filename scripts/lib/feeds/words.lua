-- Texts of feeds: titles that hold HTML, descriptions, lengths, sizes.

local plain_text = require("lib.plain_text")
local single_byte = require("lib.single_byte")
local trimmed = require("lib.trimmed")

local words = {}

local longest_title, longest_about, longest_length = 300, 500, 100

local function cut(text, most)
  local stop = utf8.offset(text, most + 1)
  return stop and stop <= #text and text:sub(1, stop - 1) or text
end

local function tidy(text, most)
  if not utf8.len(text) then return nil end
  text = single_byte.mended(text):gsub("\u{A0}", " "):gsub("%s+", " "):gsub("%c", "")
  text = trimmed(text)
  return text ~= "" and cut(text, most) or nil
end

--- Returns a title that is text; nil for a blank one.
function words.title(text) return text and tidy(text, longest_title) end

--- Returns a title that is HTML, or may be.
function words.html_title(text)
  if not text then return nil end
  return words.title(plain_text.unescaped(plain_text.unmarked(text)))
end

--- Returns a description that is HTML, or may be, as text.
function words.about(text) return text and tidy(plain_text.html(text), longest_about) end

--- Returns a description that is text.
function words.plain(text) return text and tidy(text, longest_about) end

--- Returns the seconds of a length: 1:02:03, 62:03, 3723, 62 min, 1h 2m, PT1H2M3S; nil for others.
function words.seconds(text)
  if type(text) == "number" then return text > 0 and text < 1e6 and text or nil end
  text = trimmed(text or ""):lower()
  if #text > longest_length then return nil end
  local total = 0
  if text:find("^[%d:.]+$") then
    for part in text:gmatch("[^:]+") do
      local number = tonumber(part)
      if not number then return nil end
      total = total * 60 + number
    end
  else
    for unit, worth in pairs({ d = 86400, h = 3600, m = 60, s = 1 }) do
      local number = text:match("([%d.]+)%s*" .. unit)
      total = total + (tonumber(number or 0) or 0) * worth
    end
  end
  return total > 0 and total < 1e6 and total or nil
end

return words
