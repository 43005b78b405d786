-- Reads RIS: entries of lines with tags, {kind, line, fields}, whose values are lists.

local file_text = require("lib.file_text")

local ris = {}

--- Whether a text is RIS: its first line is the type of an entry.
function ris.is_one(text) return text:find("^%s*TY%s+%-%s*%u") ~= nil end

--- Reads a text. Into `bad` go {row, reason} of entries without an end.
function ris.read(text, bad)
  local list, entry, last, more = {}, nil, nil, {}
  -- Long values continue in lines of their own.
  local function join()
    if #more > 0 then last[#last] = last[#last] .. " " .. table.concat(more, " ") end
    more = {}
  end
  local function lose()
    if entry then bad[#bad + 1] = { row = entry.line, reason = "the entry has no end (ER)" } end
    entry = nil
  end
  for number, line in ipairs(file_text.lines(text)) do
    local tag, value = line:match("^%s*(%u[%u%d])%s+%-%s?(.-)%s*$")
    if tag then join() end
    if tag == "TY" then
      lose()
      entry, last = { kind = value:upper(), line = number, fields = {} }, nil
    elseif tag == "ER" then
      list[#list + 1], entry = entry, nil
    elseif tag and entry then
      last = entry.fields[tag] or {}
      entry.fields[tag] = last
      if value ~= "" then last[#last + 1] = value end
    elseif entry and last and #last > 0 and line:find("%S") then
      more[#more + 1] = line:match("^%s*(.-)%s*$")
    end
  end
  join()
  -- The end of the last one is often left out.
  if entry then list[#list + 1] = entry end
  return list
end

return ris
