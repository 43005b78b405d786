-- Formats texts of a failure: as Lua text, and where two long ones differ.

local texts = {}

-- Shorter texts can be compared by eye.
local short = 80
-- Bytes that are shown on both sides of a difference.
local margin = 60
-- Size of the pieces by which texts are compared first.
local piece = 4096

local escapes = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ['"'] = '\\"', ["\\"] = "\\\\" }

--- Returns a text in Lua's notation.
function texts.quoted(text)
  local escaped = text:gsub('[%c"\\]', function(c)
    return escapes[c] or ("\\x%02X"):format(c:byte())
  end)
  return '"' .. escaped .. '"'
end

--- Returns the start of the character that a byte belongs to; outside UTF-8, a byte close by.
function texts.character_start(text, index)
  for start = index, math.max(index - 3, 1), -1 do
    local byte = text:byte(start)
    if not byte or byte < 0x80 or byte >= 0xC0 then return start end
  end
  return index
end

-- The first byte that differs between two texts.
local function first_difference(a, b)
  local start = 1
  while a:sub(start, start + piece - 1) == b:sub(start, start + piece - 1) do
    start = start + piece
  end
  while a:byte(start) == b:byte(start) do start = start + 1 end
  -- A text that ends inside a character still has its start.
  return texts.character_start(#a >= #b and a or b, start)
end

local function window(text, around)
  local first = texts.character_start(text, math.max(around - margin, 1))
  local last = texts.character_start(text, math.min(around + margin, #text + 1)) - 1
  return ("%s%s%s (%d bytes)"):format(first > 1 and "…" or "", texts.quoted(text:sub(first, last)),
    last < #text and "…" or "", #text)
end

local function place(text, index)
  local before = text:sub(1, index - 1)
  local _, newlines = before:gsub("\n", "")
  if newlines == 0 then return ("byte %d"):format(index) end
  local column = before:reverse():find("\n", 1, true)
  return ("byte %d (line %d, byte %d)"):format(index, newlines + 1, column)
end

--- Returns two different texts for display: nothing when they are short, else both, cut around
--- their first difference when one is longer than `most`, and where that difference is.
function texts.compared(a, b, most)
  if #a <= short and #b <= short then return end
  local index = first_difference(a, b)
  local where = "first difference: " .. place(#a >= #b and a or b, index)
  if #a <= most and #b <= most then
    local shown_a, shown_b = texts.quoted(a), texts.quoted(b)
    if #shown_a <= most and #shown_b <= most then return shown_a, shown_b, where end
  end
  return window(a, index), window(b, index), where
end

return texts
