-- The parameters of a query or a form (WHATWG URL, application/x-www-form-urlencoded).

local parameters = {}

--- Returns a part of a path with its percent signs read. A text that is not UTF-8 loses its foreign
--- letters, so that an answer can repeat it.
function parameters.decoded(text)
  text = text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end)
  return utf8.len(text) and text or (text:gsub("[\x80-\xff]", "\u{FFFD}"))
end

local Parameters = {}

-- `query.name` is the first value, nil when it is absent or empty.
function Parameters:__index(name) return Parameters[name] or rawget(self, "values")[name] end

--- Returns all values of a parameter, in their order.
function Parameters:all(name)
  local found = {}
  for _, pair in ipairs(rawget(self, "pairs")) do
    if pair[1] == name then found[#found + 1] = pair[2] end
  end
  return found
end

--- Returns the whole number of a parameter, or a standard value where it is absent; nil where it is
--- none, or out of range.
function Parameters:number(name, standard, least, most)
  local text = rawget(self, "values")[name]
  if not text then return standard end
  local number = math.tointeger(tonumber(text))
  return number and number >= least and number <= most and number or nil
end

--- Reads a text such as `a=1&b=x+y`.
function parameters.read(text)
  local values, list = {}, {}
  for pair in text:gmatch("[^&]+") do
    local name, value = pair:match("^([^=]*)=?(.*)$")
    name = parameters.decoded(name:gsub("%+", " "))
    value = parameters.decoded(value:gsub("%+", " "))
    if values[name] == nil and value ~= "" then values[name] = value end
    list[#list + 1] = { name, value }
  end
  return setmetatable({ values = values, pairs = list }, Parameters)
end

return parameters
