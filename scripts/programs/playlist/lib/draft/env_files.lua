-- Drafts as .env files: the desktop builder's five names, and all other fields in the same form.
-- Secrets are never in them.

local artist_lines = require("programs.playlist.lib.artist_lines")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")

local env_files = {}

local function variable(field) return field.env or "DEFAULT_" .. field.name:upper() end

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

--- Takes over the fields that a .env file sets; its other names are ignored. Returns how many, and
-- the lines that cannot be read: a list of {line, reason}.
function env_files.read(draft, text, shown_name)
  local file, count = mix.env.parse(text), 0
  for _, field in ipairs(options.fields) do
    local value = file.values[variable(field)]
    if value then
      local read, problem = options.read(field.name, value)
      if problem then failure.raise(("%s: %s"):format(shown_name, problem), "options") end
      draft[field.name], count = read, count + 1
    end
  end
  return count, file.problems
end

return env_files
