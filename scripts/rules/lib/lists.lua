-- Reads fields with several values: lists, texts separated by ";", "|" or line breaks, and lists as
-- programs print them.

local equal_lists = require("lib.equal_lists")
local fields = require("rules.lib.fields")
local spelling = require("rules.lib.spelling")

local lists = {}

-- The values of a list that a program printed: ["a", "b"], ['a', u"b's"], [{"name": "a"}]; nil for
-- any other text.
local function printed(s)
  local inner = s:match("^%s*%[(.*)%]%s*$")
  if not inner or not inner:find("[\"']") then return nil end
  local ok, decoded = pcall(mix.json.decode, s)
  if ok and type(decoded) == "table" then return decoded end
  local found = {}
  local pattern = inner:find("{") and "['\"]name['\"]%s*:%s*[uU]?(['\"])(.-)%1%s*[,}]"
    or "%s*[uU]?(['\"])(.-)%1%s*,"
  for _, value in (inner .. ","):gmatch(pattern) do found[#found + 1] = value end
  return #found > 0 and found or nil
end

--- Returns the values of a field as texts, in order; an empty list without any.
function lists.of(value)
  local found = {}
  if type(value) == "string" and value:find("[", 1, true) then value = printed(value) or value end
  if type(value) == "table" then
    for _, part in ipairs(value) do
      if type(part) == "table" then part = part.name or part.title end
      found[#found + 1] = fields.text(part, " ")
    end
    return found
  end
  for part in (fields.text(value, ";") or ""):gmatch("[^;|\n]+") do
    part = spelling.tidy(part)
    if part ~= "" then found[#found + 1] = part end
  end
  return found
end

--- Returns how many values of one list are in the other, and the length of the shorter list. `same`
--- compares two values.
function lists.shared(a, b, same)
  local count = 0
  for _, one in ipairs(a) do
    for _, other in ipairs(b) do
      if same(one, other) then
        count = count + 1
        break
      end
    end
  end
  return count, math.min(#a, #b)
end

lists.equal = equal_lists

--- Whether two sets have the same members.
function lists.same_keys(a, b)
  for member in pairs(a) do
    if not b[member] then return false end
  end
  for member in pairs(b) do
    if not a[member] then return false end
  end
  return true
end

--- Returns the values of a list that are not in a set.
function lists.without(list, gone)
  local left = {}
  for _, value in ipairs(list) do
    if not gone[value] then left[#left + 1] = value end
  end
  return left
end

return lists
