-- The words of a service in its answer, such as why it refused a request.

local failure = require("lib.failure")
local json_values = require("lib.json_values")
local plain_text = require("lib.plain_text")

local members = { "message", "msg", "error_description", "error", "errors", "reason", "detail",
  "title", "error_message", "errorMessage", "status_message", "Message", "errorDescription",
  "description", "faultstring" }
local longest = 300

local function of(value)
  if type(value) ~= "table" then return json_values.text(value) end
  for _, name in ipairs(members) do
    local found = of(value[name])
    if found then return found end
  end
  -- A list, or a table around all, as Subsonic's.
  local key, only = next(value)
  local is_around = type(only) == "table" and next(value, key) == nil
  return of(is_around and only or value[1])
end

-- The bytes of an error in XML in which its words stand: tags that do not end would be looked
-- through to the end once for each.
local most_xml = 4000

-- The words of an error in XML, which gateways and stores send whatever was asked for.
local function of_xml(body)
  body = body:sub(1, most_xml)
  if not body:find("^%s*<%?xml") and not body:find("^%s*<[%w_-]*[eE]rror[%s>]")
    and not body:find("^%s*<%l+[^>]*%sstatus=\"fail") then
    return nil
  end
  local said = body:match("<[mM]essage>([^<]+)<") or body:match("%smessage=\"([^\"]+)\"")
    or body:match("<[eE]rror[^>]*>([^<]+)<")
  return of(said and plain_text.unescaped(said))
end

--- Returns a service's words in one line: of a JSON object, of XML, or of plain text; nil without
--- any, and for a page of HTML.
return function(response)
  local decoded = mix.json.decode(response.body)
  local said = of(decoded) or of_xml(response.body)
  local is_text = decoded == nil and not response.body:find("^%s*<")
  said = said or is_text and of(response.body) or nil
  if not said or not utf8.len(said) then return nil end
  -- Python's aiohttp begins with the status.
  local line = failure.line((said:gsub("^%d%d%d:%s*", "")))
  local cut = utf8.offset(line, longest + 1)
  return cut and line:sub(1, cut - 1) or line
end
