-- Answers of tools: short, without log-ins and keys, and no larger than a call may send.

local terminal_text = require("lib.terminal_text")

local answers = {}

-- The longest text, the longest list and the deepest table of a record.
local longest_text, longest_list, deepest = 400, 20, 5

local secret_words = { "key", "token", "secret", "pass", "auth", "sig", "session", "code" }

local function is_secret(name)
  for _, word in ipairs(secret_words) do
    if name:lower():find(word, 1, true) then return true end
  end
  return false
end

--- Returns a text without log-ins and keys in addresses.
function answers.text(text)
  -- A password may have an @ of its own.
  text = text:gsub("(%w://)[^/?#%s]+@", "%1")
  return (text:gsub("([?&]([%w_.%-]+)=)([^&%s\"')#]*)", function(head, name)
    return is_secret(name) and head .. "…" or nil
  end))
end

local function cut(text, most)
  if #text <= most then return text end
  local place = utf8.len(text) and utf8.offset(text, 0, most + 1) or most + 1
  return text:sub(1, place - 1) .. "…"
end

--- Returns words of a file or a service as a quotation, which they can neither end nor turn round.
function answers.quoted(text)
  return ("“%s”"):format(terminal_text.line(cut(answers.text(text), 120)):gsub("”", "'"))
end

local function copied(value, depth)
  if type(value) == "string" then return cut(answers.text(value), longest_text) end
  if math.type(value) == "float" and (value ~= value or math.abs(value) == math.huge) then
    return tostring(value)
  end
  if type(value) ~= "table" then return type(value) ~= "function" and value or nil end
  if depth > deepest then return "…" end
  local copy = mix.json.is_array(value) and mix.json.array({}) or {}
  for key, inner in pairs(value) do
    if math.type(key) ~= "integer" or key <= longest_list then
      copy[key] = copied(inner, depth + 1)
    end
  end
  return copy
end

--- Returns a record as it is shown: texts and lists are cut.
function answers.record(record) return copied(record, 1) end

--- Returns a result with as much of its list `name` as `most` bytes hold; `left_out` counts the
--- rest.
function answers.fitting(result, name, most)
  local list = result[name]
  local size, count = 0, 0
  for place, item in ipairs(list) do
    size = size + #mix.json.encode(item, { on_invalid = "replace" })
    if size > most then break end
    count = place
  end
  if count < #list then
    result.left_out = #list - count
    result[name] = mix.json.array(table.move(list, 1, count, 1, {}))
  end
  return result
end

return answers
