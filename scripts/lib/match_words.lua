-- Formats matches for people, as words and tables.

local prose = require("lib.prose")
local record_rows = require("lib.record_rows")
local terminal_text = require("lib.terminal_text")

local match_words = {}

--- Formats a share: "96.2 %".
function match_words.percent(value) return ("%.1f %%"):format(100 * value) end

--- Formats a score in the rules' unit: "87 %" or "115 points".
function match_words.score(value, description)
  if description.combine == "sum" then
    return ("%g points"):format(math.floor(value * 10 + 0.5) / 10)
  end
  return ("%.0f %%"):format(100 * value)
end

--- Formats a feature's addition with its sign: "+41", "-10".
function match_words.part(value, description)
  local shown = description.combine == "sum" and ("%.1f"):format(value):gsub("%.0$", "")
    or ("%.0f"):format(100 * value)
  if description.combine == "odds" then shown = ("%.1f"):format(value) end
  if shown:find("^%-0[.0]*$") then shown = shown:sub(2) end
  return value > 0 and "+" .. shown or shown
end

-- A value on one line.
local function plain(value) return terminal_text.line(record_rows.text(value, ", ")) end

-- The fields in the order that rules declare, then the others by name.
local function order_of(record, declared)
  local names, seen = {}, {}
  for _, name in ipairs(declared) do
    if record[name] ~= nil and not seen[name] then
      names[#names + 1], seen[name] = name, true
    end
  end
  local rest = {}
  for name in pairs(record) do
    if not seen[name] then rest[#rest + 1] = tostring(name) end
  end
  table.sort(rest)
  return table.move(rest, 1, #rest, #names + 1, names)
end

local function cut(s, length)
  local stop = utf8.offset(s, length + 1)
  if not utf8.len(s) or not stop or stop > #s then return s end
  return s:sub(1, stop - 1) .. "…"
end

--- Formats a record on one line: title "Halo", artist "Beyoncé".
function match_words.record(record, declared)
  local parts = {}
  for _, name in ipairs(order_of(record, declared)) do
    local value = record[name]
    if value ~= nil and value ~= mix.json.null then
      local shown = cut(plain(value), 80)
      parts[#parts + 1] = type(value) == "string" and ("%s \"%s\""):format(name, shown)
        or ("%s %s"):format(name, shown)
    end
  end
  if #parts == 0 then return "(nothing)" end
  return table.concat(parts, ", ")
end

--- Formats a record by its first two fields: Halo · Beyoncé.
function match_words.short(record, declared)
  local parts = {}
  for _, name in ipairs(order_of(record, declared)) do
    if #parts < 2 and record[name] ~= mix.json.null then
      parts[#parts + 1] = cut(plain(record[name]), 48)
    end
  end
  return table.concat(parts, " · ")
end

--- Describes the gates that a candidate failed.
function match_words.refusals(candidate)
  local list = {}
  for _, gate in ipairs(candidate.gates) do
    if gate.passed == false then
      list[#list + 1] = gate.name .. (gate.note and " (" .. plain(gate.note) .. ")" or "")
    end
  end
  return table.concat(list, "; ")
end

--- Prints one line for each feature of a breakdown.
function match_words.breakdown(rows, description, indent)
  for _, row in ipairs(rows) do
    local note = row.note and "   " .. plain(row.note) or ""
    local factor = row.penalty and ("-%g"):format(row.penalty) or ("%g"):format(row.weight)
    local part = match_words.part(row.contribution, description)
    local how = description.combine == "odds" and "" or (" (%s × %.2f)"):format(factor, row.value)
    prose.print_labelled(("%s%6s  "):format(indent, part), row.feature .. how .. note)
  end
  if description.combine == "odds" and #rows > 0 then
    local part = match_words.part(description.prior, description)
    prose.print_labelled(("%s%6s  "):format(indent, part), "before anything is compared")
  end
end

return match_words
