-- Artists as users type them: names, Spotify's addresses of artists, one on each line in files.

local failure = require("lib.failure")
local file_text = require("lib.file_text")
local trimmed = require("lib.trimmed")

local artist_lines = {}

-- A name of more characters is a mistake: half a file, or a text.
local longest_name = 300

local separators = "[,;\r\n]"

--- The names in a text that was typed: parted by commas, semicolons and line ends. A name that
--- holds one of these stands in double quotes.
function artist_lines.split(text)
  local list, start = {}, 1
  text = text .. "\n"
  while start <= #text do
    local quoted, after = text:match('^%s*"([^"\r\n]*)"[ \t]*()' .. separators, start)
    local stop = after or text:find(separators, start)
    local name = trimmed(quoted or text:sub(start, stop - 1))
    if name ~= "" then list[#list + 1] = name end
    start = stop + 1
  end
  return list
end

--- The names as one text that `split` reads.
function artist_lines.join(list)
  local parts = {}
  for place, name in ipairs(list) do
    parts[place] = name:find(separators) and ('"%s"'):format(name) or name
  end
  return table.concat(parts, ", ")
end

--- The lines of a file: without blank ones and those that begin with "#". Returns {text, line}
--- each.
function artist_lines.parse(text)
  local list = {}
  for number, line in ipairs(file_text.lines((text:gsub("^\u{feff}", "")))) do
    local name = trimmed(line)
    if name ~= "" and name:sub(1, 1) ~= "#" then
      list[#list + 1] = { text = name, line = number }
    end
  end
  return list
end

--- The text of a file, "-" for standard input; a failure where it is not a text.
function artist_lines.text_of(path)
  local text, problem = file_text.of_list(failure.need(mix.fs.read(path)))
  if not text then failure.raise(("%s: %s"):format(path, problem), "no_artists") end
  return text
end

--- The artists of a file; none without one. A file without artists is a failure.
function artist_lines.of_file(path)
  if not path then return {} end
  local names, text = {}, artist_lines.text_of(mix.fs.absolute(path))
  for place, line in ipairs(artist_lines.parse(text)) do names[place] = line.text end
  if #names == 0 then
    failure.raise(path .. ": there is no artist in it; a name or an address on each line is "
      .. "expected", "no_artists")
  end
  return names
end

-- The kind and the identifier of an address of Spotify's: spotify:artist:X,
-- https://open.spotify.com/ intl-de/artist/X?si=….
local function address(line)
  local kind, id = line:match("^spotify:(%a+):([^:?#]*)")
  if kind then return kind, id end
  local path = line:match("^%a*:?/?/?open%.spotify%.com/([^?#]*)")
  if not path then return nil end
  path = path:gsub("^intl%-%a+/", ""):gsub("/+$", "")
  return path:match("^(%a+)/([^/]+)$")
end

--- A line as messages show it: at most 100 characters, without what is not UTF-8.
function artist_lines.shown(line)
  local text = utf8.len(line) and line or line:gsub("[\x80-\xff]", "?")
  local stop = utf8.offset(text, 101)
  return stop and text:sub(1, stop - 1) .. "…" or text
end

--- The meaning of a line: {name} to search for, {id} of an artist, or {problem} in words.
function artist_lines.read(line)
  local text = trimmed(line)
  if text == "" then return { problem = "the line is empty" } end
  if not utf8.len(text) then return { problem = "the line is not UTF-8" } end
  local kind, id = address(text)
  if kind == "artist" then
    if id:find("^[%w_-]+$") then return { id = id } end
    return { problem = ("\"%s\" is not an identifier of an artist"):format(id) }
  end
  if kind then
    return { problem = ("an address of Spotify's, of kind %s: not an artist's"):format(kind) }
  end
  if text:find("^%a[%a%d+.-]*://") or text:find("open.spotify.com", 1, true) then
    return { problem = "an address that is not of an artist at open.spotify.com" }
  end
  if utf8.len(text) > longest_name then
    return { problem = ("a name of %d characters, more than %d"):format(
      utf8.len(text), longest_name) }
  end
  return { name = text }
end

return artist_lines
