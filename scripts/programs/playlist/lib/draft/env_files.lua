-- Drafts as .env files: the desktop builder's five names, and all other fields in the same form.
-- Secrets are never in them.

local artist_lines = require("programs.playlist.lib.artist_lines")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")

local env_files = {}

local function variable(field)
  return field.env or "DEFAULT_" .. field.name:upper()
end

local function text_of(value)
  if value == nil then return "" end
  if type(value) == "table" then return value.int or artist_lines.join(value) end
  return tostring(value)
end

--- All fields as lines NAME="value".
function env_files.text(draft)
  local whole, lines = options.whole(draft), {}
  for place, field in ipairs(options.fields) do
    local value = text_of(whole[field.name]):gsub('["\\$`]', "\\%0")
    lines[place] = ('%s="%s"'):format(variable(field), value)
  end
  return table.concat(lines, "\n") .. "\n"
end

-- The text between double quotes that begins a value, with what stands behind a backslash as it is;
-- nil where no quote ends it.
local function between_quotes(value)
  local place, parts = 2, {}
  while place <= #value do
    local char = value:sub(place, place)
    if char == '"' then return table.concat(parts) end
    if char == "\\" and value:find('^["\\$`]', place + 1) then
      place = place + 1
      char = value:sub(place, place)
    end
    parts[#parts + 1] = char
    place = place + 1
  end
end

local function unquoted(value)
  local inner = value:sub(1, 1) == '"' and between_quotes(value)
  if inner then return inner end
  return value:match("^'([^']*)'") or value:match("^(.-)%s+#") or value:match("^(.-)%s*$")
end

--- Takes over the fields that a .env file sets; its other names are ignored. Returns how many.
function env_files.read(draft, text, shown_name)
  local by_name, count = {}, 0
  for _, field in ipairs(options.fields) do by_name[variable(field)] = field.name end
  for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch("(.-)\n") do
    local name, value = line:gsub("^%s*export%s+", ""):match("^%s*([%w_]+)%s*=%s*(.-)%s*$")
    if name and by_name[name] then
      local read, problem = options.read(by_name[name], unquoted(value))
      if problem then failure.raise(("%s: %s"):format(shown_name, problem), "options") end
      draft[by_name[name]] = read
      count = count + 1
    end
  end
  return count
end

return env_files
