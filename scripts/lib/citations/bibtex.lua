-- Reads BibTeX and BibLaTeX: entries {kind, line, fields}, whose values are LaTeX.

local latex_text = require("lib.citations.latex_text")

local bibtex = {}

-- The place behind the brace that closes the one at `from`; nil where none does.
local function behind_brace(text, from)
  local depth, place = 0, from
  repeat
    local at = text:find("[{}]", place)
    if not at then return nil end
    depth = depth + (text:byte(at) == 123 and 1 or -1)
    place = at + 1
  until depth == 0
  return place
end

-- The place behind the quote that ends a value at `from`: quotes in braces do not.
local function behind_quote(text, from)
  local place = from + 1
  while true do
    local at = text:find('["{]', place)
    if not at then return nil end
    if text:byte(at) == 34 then return at + 1 end
    place = behind_brace(text, at)
    if not place then return nil end
  end
end

-- One part of a value, and the place behind it; nil where it does not end.
local function part_of(text, from, strings)
  local sign = text:sub(from, from)
  if sign == "{" or sign == '"' then
    local stop = (sign == "{" and behind_brace or behind_quote)(text, from)
    if not stop then return nil end
    return text:sub(from + 1, stop - 2), stop
  end
  local word, stop = text:match("^([^%s,#{}\"]+)()", from)
  if not word then return nil end
  return strings[word:lower()] or word, stop
end

-- A value, parts with # between, and the place behind it.
local function value_of(text, from, strings)
  local parts, place = {}, from
  while true do
    local part, stop = part_of(text, place, strings)
    if not part then return nil end
    parts[#parts + 1] = part
    place = text:match("^%s*#%s*()", stop)
    if not place then return table.concat(parts), stop end
  end
end

-- Reads the fields of an entry's text into `fields`. Returns the name of one that does not end.
local function read_fields(text, place, strings, fields)
  while true do
    -- A comma may be missing.
    local name, from = text:match("^[%s,]*([%w_:.+-]+)%s*=%s*()", place)
    if not name then return nil end
    local value, stop = value_of(text, from, strings)
    if not value then return name:lower() end
    fields[name:lower()], place = fields[name:lower()] or value, stop
  end
end

local beginning = "\n[ \t]*@%s*(%a+)%s*[{(]()"

-- The number of line ends in a part of a text.
local function lines_in(text, from, to) return select(2, text:sub(from, to):gsub("\n", "")) end

-- The entries that may come before the first work.
local before = { comment = true, preamble = true, string = true }

--- Whether a text is BibTeX: an entry comes first, behind remarks.
function bibtex.is_one(text)
  local start = text:sub(1, 4000)
  while start:find("^%s*%%") do start = start:gsub("^%s*%%[^\n]*\n?", "", 1) end
  local kind, from = start:match("^%s*@(%a+)%s*[{(]()")
  return kind ~= nil and (before[kind:lower()] or start:find("^%s*[^%s,{}()=]*%s*,", from) ~= nil)
end

--- Reads a text: a list of {kind, line, fields}. Into `bad` go {row, reason} of entries that do not
--- end.
function bibtex.read(text, bad)
  text = "\n" .. text:gsub("\r\n?", "\n")
  local list, strings, line, counted = {}, {}, 0, 1
  local at, _, kind, from = text:find(beginning)
  while at do
    local next_at, _, next_kind, next_from = text:find(beginning, from)
    line, counted = line + lines_in(text, counted, at), at + 1
    local entry, fields, lower = text:sub(from, (next_at or #text + 1) - 1), {}, kind:lower()
    local start = entry:find("%S")
    local place = start and entry:match("^[^%s,={}\"]*%s*,()", start)
    local broken = read_fields(entry, lower == "string" and 1 or place or 1, strings, fields)
    if lower == "string" then
      for name, value in pairs(fields) do strings[name] = value end
    elseif broken then
      bad[#bad + 1] = { row = line, reason = ("the value of %s does not end"):format(broken) }
    elseif lower ~= "comment" and lower ~= "preamble" then
      list[#list + 1] = { kind = lower, line = line, fields = fields }
    end
    at, kind, from = next_at, next_kind, next_from
  end
  return list
end

-- "Lune, Ada" and "Lune, Jr, Ada" as "Ada Lune" and "Ada Lune Jr".
local function in_order(name)
  local family, second, third = name:match("^%s*([^,]*),([^,]*),?(.*)$")
  if not family then return name end
  return third:find("%S") and ("%s %s %s"):format(third, family, second)
    or ("%s %s"):format(second, family)
end

--- Returns the names in a value of authors or editors.
function bibtex.names(value)
  local names = {}
  -- A text in braces is one name. Runs of blanks would be looked through once for each of them.
  local text = " " .. value:gsub("%s+", " "):gsub("%b{}", function(group)
    return (group:gsub("%s", "\5"):gsub(",", "\6"))
  end) .. " and "
  for name in text:gmatch("%s(.-)%s+[aA][nN][dD]%f[%s]") do
    name = latex_text.plain((in_order(name):gsub("\5", " "):gsub("\6", ",")))
    if name ~= "" and name:lower() ~= "others" then names[#names + 1] = name end
  end
  return names
end

return bibtex
