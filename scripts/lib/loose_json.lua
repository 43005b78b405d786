-- Decodes JSON that others write with small faults: a comma too many, NaN, signs that a text must
-- escape, another encoding, a script's call or a server's remarks around it. The time grows with
-- the length alone.

local file_text = require("lib.file_text")

local loose_json = {}

-- Mends what stands outside of strings: invalid numbers, commas too many.
local function mended(text)
  text = text:gsub("%-?%f[%a]NaN%f[%A]", "null"):gsub("%-?%f[%a]Infinity%f[%A]", "null")
  return (text:gsub(",(%s*[%]}])", "%1"))
end

-- Mends a string: control characters, and quotes that need no backslash.
local function mended_string(text)
  text = text:gsub("%c", " ")
  if not text:find("\\'", 1, true) then return text end
  return (text:gsub("\\(.)", { ["'"] = "'" }))
end

-- The place of the quote that ends a string; nil where none does.
local function end_of_string(text, from)
  local place = from
  repeat
    place = text:find('["\\]', place)
    if not place or text:byte(place) == 34 then return place end
    place = place + 2
  until false
end

local function all_mended(text)
  local parts, place = {}, 1
  while true do
    local quote = text:find('"', place, true)
    parts[#parts + 1] = mended(text:sub(place, (quote or #text + 1) - 1))
    local stop = quote and end_of_string(text, quote + 1)
    if not stop then return table.concat(parts) end
    parts[#parts + 1], place = mended_string(text:sub(quote, stop)), stop + 1
  end
end

--- Decodes a text, also one with NaN, commas too many or unescaped signs. Nil and the error of the
--- text.
function loose_json.decode(text)
  local found, err = mix.json.decode(text)
  if not err then return found end
  local again = mix.json.decode(all_mended(text))
  if again == nil then return nil, err end
  return again
end

-- The text of bytes. Single wrong bytes, such as a letter that was cut, become U+FFFD.
local function text_of(bytes, charset)
  local parts, place, is_utf8 = {}, 1, false
  while true do
    local _, wrong = utf8.len(bytes, place)
    local part = bytes:sub(place, (wrong or #bytes + 1) - 1)
    is_utf8 = is_utf8 or part:find("[\x80-\xFF]") ~= nil
    parts[#parts + 1] = part
    if not wrong then break end
    parts[#parts + 1], place = "\u{FFFD}", wrong + 1
  end
  if #parts == 1 or is_utf8 then return table.concat(parts) end
  return file_text.decode(bytes, charset)
end

-- The remarks that PHP prints, and what else may stand before an answer: a call, guards against
-- scripts. Behind it may stand remarks and the end of the call.
local remarks = { "^<br", "^<b>", "^<!%-%-", "^Warning:", "^Notice:", "^Deprecated:" }
local before = { "^[%a_$][%w_.$]*%s*%(", "^%)%]}',?", "^while%s*%(1%);", "^for%s*%(;;%);",
  "^/%*%*/" }

local function begins(text, patterns, start)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern, start) then return true end
  end
  return false
end

-- Where an answer begins behind remarks, which name functions in brackets and end with their line.
local function start_of(text)
  for line in text:gmatch("\n()") do
    local at = text:match("^[ \t\r]*()[{%[]", line)
    if at then return at end
  end
  return text:find("[{%[]")
end

-- An answer without what stands around it; nil where nothing does that is known.
local function core_of(text)
  local from_end = text:reverse():find("[}%]]")
  if not from_end then return nil end
  local stop = #text + 1 - from_end
  local rest = text:match("^[%s%z);]*(.*)$", stop + 1)
  if rest ~= "" and not begins(rest, remarks, 1) then return nil end
  local start = text:find("%S")
  if not text:find("^[{%[]", start) then
    local is_known = begins(text, remarks, start) or begins(text, before, start)
    start = is_known and start_of(text)
  end
  return start and start < stop and text:sub(start, stop) or nil
end

--- Decodes the body of an answer. `content_type`: what its header says. Nil and the error of the
--- body.
function loose_json.answer(body, content_type)
  local found, err = mix.json.decode(body)
  if not err then return found end
  local charset = (content_type or ""):lower():match("charset%s*=%s*[\"']?([%w_.:-]+)")
  local core = core_of(text_of(body, charset))
  local again = core and loose_json.decode(core)
  if again == nil then return nil, err end
  return again
end

return loose_json
