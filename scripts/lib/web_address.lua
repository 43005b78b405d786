-- Addresses of the web: relative ones, and what they are relative to (RFC 3986, 5.2).

local trimmed = require("lib.trimmed")

local web_address = {}

-- A path without its dots.
local function without_dots(path)
  local parts = {}
  for part in (path:sub(2) .. "/"):gmatch("([^/]*)/") do parts[#parts + 1] = part end
  local kept = {}
  for place, part in ipairs(parts) do
    local is_last = place == #parts
    if part == ".." then
      kept[#kept] = nil
      if is_last then kept[#kept + 1] = "" end
    elseif part ~= "." then
      kept[#kept + 1] = part
    elseif is_last then
      kept[#kept + 1] = ""
    end
  end
  return "/" .. table.concat(kept, "/")
end

--- Returns an address without blanks around or in it, as lines that were broken leave them.
function web_address.tidy(text) return (trimmed((text:gsub("[\r\n\t]", ""))):gsub(" ", "%%20")) end

--- Returns an absolute address for one that may be relative to `base`; without a base, as it is.
function web_address.resolved(text, base)
  text = web_address.tidy(text)
  if text:find("^%a[%w+.-]*:") then return text end
  local origin, rest = (base or ""):match("^(%a[%w+.-]*://[^/?#]*)(.*)$")
  if not origin then return text end
  if text:find("^//") then return origin:match("^[^:]+:") .. text end
  local path = rest:match("^[^?#]*")
  if text == "" then return (base:match("^[^#]*")) end
  if text:find("^#") then return base:match("^[^#]*") .. text end
  if text:find("^%?") then return origin .. (path == "" and "/" or path) .. text end
  local own, query = text:match("^([^?#]*)(.*)$")
  if not own:find("^/") then
    local folder = path:match("^(.*/)") or "/"
    own = folder .. own
  end
  return origin .. without_dots(own) .. query
end

-- Whether a host is none of the web but stands for a server of the user's own, which texts of
-- others may not lead to. Letters of other forms (ⅰ, full-width ones) and signs without a width are
-- those of ASCII, or none, for whoever asks (UTS 46).
local function is_stand_in(host)
  local plain = mix.text.normalize((host:gsub(":%d*$", ""))):gsub("[^%w ]", "")
  return plain:find(" invalid *$") ~= nil
end

--- Returns an address of the web for one that may be relative; nil for any other, and for a blank
--- one: programs write it where they know none.
function web_address.of_web(text, base)
  if type(text) ~= "string" or not text:find("%S") then return nil end
  local found = web_address.resolved(text, base)
  local scheme, host, rest = found:match("^([Hh][Tt][Tt][Pp][Ss]?)://([^/?#%s]+)(%S*)$")
  if not scheme or not utf8.len(found) or is_stand_in(host) then return nil end
  return ("%s://%s%s"):format(scheme:lower(), host, rest)
end

return web_address
