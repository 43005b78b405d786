-- The words of a search at Spotify: quotes, fields and operators of its syntax are the program's,
-- not a title's, and no search is longer than Spotify takes.

local search_words = {}

-- In characters, with the fields' names. A longer search is refused with 400.
local longest = 250
-- The most of it that an artist's name may take.
local longest_artist = 80

local operators = { AND = "and", OR = "or", NOT = "not" }
local fields = { album = true, artist = true, genre = true, isrc = true, label = true, tag = true,
  track = true, upc = true, year = true }

-- A text of at most a number of characters, whole words if it has more than one.
local function cut(text, most)
  if (utf8.len(text) or #text) <= most then return text end
  local stop = utf8.len(text) and utf8.offset(text, most + 1) or most + 1
  local short = text:sub(1, stop - 1)
  return text:find("^%s", stop) and short or short:match("^(.*%S)%s+%S*$") or short
end

local function quoted(name, text, most)
  text = text:gsub('"', " ")
  return ('%s:"%s"'):format(name, cut(text, most - #name - 3))
end

-- The words for an artist's tracks: all, or those with a title.
local function by_fields(title, artist)
  if not artist then return quoted("track", title, longest) end
  local by = quoted("artist", artist, title and longest_artist or longest)
  if not title then return by end
  return quoted("track", title, longest - 1 - (utf8.len(by) or #by)) .. " " .. by
end

--- Returns words for a search of all fields.
function search_words.plain(text)
  local words = text:gsub('"', " "):gsub("%f[%w]%u+%f[%W]", operators)
  words = words:gsub("%f[%w](%a+):", function(name)
    return fields[name:lower()] and name .. " " or nil
  end)
  return cut(words, longest)
end

--- Returns the words for {isrc}, {title, artist} or {words}; either of title and artist may lack.
function search_words.of(wanted)
  if wanted.isrc then return "isrc:" .. wanted.isrc:gsub("[^%w]", ""):sub(1, longest - 5) end
  if wanted.words then return search_words.plain(wanted.words) end
  return by_fields(wanted.title, wanted.artist)
end

return search_words
