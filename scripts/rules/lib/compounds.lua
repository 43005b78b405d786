-- Splits titles that hold more than the song's words, as names of files and of videos do: "07 - Ada
-- Lune - Harbour Lights [Harbour]". Which piece is the title is not decided here: lib.readings
-- weighs the pieces against another record.

local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local titles = require("rules.lib.titles")
local versions = require("rules.lib.versions")
local text = mix.text

local compounds = {}

-- More pieces than names of files have are a list of something else.
local most = 7

-- Endings of files with sound or pictures.
local endings = set_of([[
  mp3 mp4 m4a m4v flac ogg oga opus wav wma aac aiff aif ape mkv webm wmv avi mov flv
]])

-- The name in a path. A file that begins with a track's number is in the folders of its artist and
-- its album.
local function of_path(path)
  local artist, album, file = path:match("([^/\\]+)[/\\]([^/\\]+)[/\\](%d%d?[^/\\]*)$")
  if artist then return ("%s - %s - %s"):format(artist, album, file) end
  return path:match("[/\\]([^/\\]+)$") or path
end

--- Returns a title without the ending of a file and the folders above it, without the handles and
--- tags of a video, and with spaces in place of the signs that names of files have for them:
--- "harbour_lights.mp3".
function compounds.cleaned(s)
  s = spelling.cut(s)
  -- Handles and tags behind a video's title: "Harbour Lights @adalune #harbourlights".
  if s:find(" [@#]%a") then s = s:gsub("%s+[@#]%a%S+", "") end
  local name, ending
  if s:find(".", 1, true) then name, ending = s:match("^(.+)%.(%w%w%w%w?)%s*$") end
  if name and endings[ending:lower()] then s = of_path(name) end
  if s:find(" ", 1, true) then return s end
  if s:find("_", 1, true) then return (s:gsub("_", " ")) end
  -- Hyphens for spaces; one or two are a word's own.
  local _, hyphens = s:gsub("%w%-+%f[%w]", "")
  if hyphens < 3 then return s end
  return (s:gsub("%-%-%-+", " - "):gsub("%-%f[%w]", " "))
end

-- Ways to write a track's number before its title. With a space alone only "07" is one.
local numbered = {
  "^%d%d?[%-%.]%d%d[%s%.%-]+(.+)$", "^%d%d?%d?%s?[%.%):_%-]%s*(.+)$", "^%d%d?%d?/(%a.*)$",
  "^[%(%[]%s?(%d%d?%d?)%s?[%)%]]%s?%-?%s?(.+)$", "^0%d%s(.+)$", "^0%w%w?%w?%-%s*(.+)$",
}

-- Places on the sides of a record or a cassette: "B2. Title", "A1 Title", "A: Title". They count
-- apart from the tracks of other media.
local sided = { "^%a%d%d?%s?[%.%):]%s*(.+)$", "^[A-F]%d%s(.+)$", "^[AB][%.%):]%s+(.+)$" }

--- Returns a title without the number of a track or the place on a record that it begins with, and
--- that number; nil without either.
function compounds.unnumbered(s)
  if not s:find("^[%(%[]?%w%d?%d?[%s%.%):_%]%-%d/]") then return nil end
  for _, pattern in ipairs(s:find("^%a") and sided or {}) do
    local rest = s:match(pattern)
    if rest and rest:find("[%a\x80-\xff]") then return spelling.tidy(rest), nil end
  end
  for _, pattern in ipairs(numbered) do
    local rest, more = s:match(pattern)
    rest = more or rest
    if rest and rest:find("[%a\x80-\xff]") then
      return spelling.tidy(rest), tonumber(s:match("^%D*(%d+)"))
    end
  end
  return nil
end

-- Turns the other signs between two parts of a title into dashes.
local function with_dashes(s)
  if s:find(" = ", 1, true) then s = s:gsub("(%D) = (%D)", "%1 - =%2") end
  if s:find("[|~*_%-]") then
    s = s:gsub("%s+[|~*_]+%s+", " - "):gsub("%s%-%-+%s", " - ")
    s = s:gsub("(%S)%- ", "%1 - "):gsub(" %-(%S)", " - %1")
  end
  -- A title in quotes stands apart from what is beside it.
  if s:find('"', 1, true) then
    s = s:gsub('^(.*%S)%s+"([^"]+)"', "%1 - %2 - "):gsub('^%s*"([^"]+)"%s+(%S)', "%1 - %2")
  end
  if s:find("'", 1, true) then s = s:gsub("^(.*%S)%s+'([^']+)'%f[%s%z]", "%1 - %2 - ") end
  return s
end

-- Words before a track's number and a disc's; the letters are the sides of records.
local counters = {
  track = "place", a = "place", b = "place", c = "place", d = "place",
  cd = "disc", disc = "disc", disk = "disc",
}

-- Returns what a piece is, and its number.
local function kind_of(piece, index)
  local s = piece.text
  if s:find("^%d%d?%d?$") then return "place", tonumber(s) end
  local counted, number = s:match("^(%a+) ?(%d%d?)$")
  local counter = counted and counters[counted:lower()]
  if counter then return counter, tonumber(number) end
  -- Without a sign before it a year is one of the title's words: "Harbour (Lights) 2003".
  local is_apart = index == 1 or piece.bracket or piece.dash
  if is_apart and (s:find("^'%d%d$") or s:find("^[12]%d%d%d$")) then
    return "year", s:match("%d+")
  end
  if index == 1 and not piece.bracket then return "words" end
  return versions.classify(text.fold(s)) == "words" and "words" or "remark"
end

local joins = set_of("ft feat featuring with and x vs by")

-- Whether a text has words in Latin letters beside words in another script.
local function is_mixed(s)
  return s:find("[\xce-\xf4]") ~= nil
    and (s:find("%a%p* [\xce-\xf4]") or s:find("[\x80-\xbf]%p* %a")) ~= nil
end

-- Sets words in another script apart, which say the title once more: "Harbour Lights 하버 라이츠".
local function by_script(pieces)
  local list = {}
  for _, piece in ipairs(pieces) do
    if piece.bracket or not is_mixed(piece.text) then
      list[#list + 1] = piece
    else
      local s = piece.text:gsub("(%a+)([!%?]*) %f[\xce-\xf4]", function(word, sign)
        return not joins[word:lower()] and word .. sign .. "\n=" or nil
      end):gsub("([\xce-\xf4][\x80-\xbf]+) %f[%a]", "%1\n=")
      for part in s:gmatch("[^\n]+") do
        list[#list + 1] = { text = part, dash = piece.dash }
      end
    end
  end
  return list
end

--- Splits a title in lib.spelling's plain form: a list of pieces with `text`, `key`, `bracket` (or
--- nil) and `kind` ("words", "remark" for known ones, "place" of a track, "disc", "year"), with
--- `number`, with `bare` where the piece begins with a track's number or ends with words for a
--- video, and with `is_again` for a title in two languages and for a bracket in another script than
--- what it follows. nil for a title of one piece.
function compounds.pieces(plain)
  if not plain:find("[%(%[\"'|~_=%-*]") and not plain:find("^%a?%d")
    and not plain:find("^[AB][%.%):] ") and not is_mixed(plain) then
    return nil
  end
  local list, bare, is_twice = {}, false, false
  for index, piece in ipairs(by_script(titles.pieces(with_dashes(plain)))) do
    piece.kind, piece.number = kind_of(piece, index)
    piece.key = spelling.key(piece.text)
    if piece.kind == "words" and not piece.bracket then
      piece.bare, piece.number = compounds.unnumbered(piece.text)
      piece.bare = versions.without_noise(piece.bare or piece.text) or piece.bare
      piece.bare_key = piece.bare and spelling.key(piece.bare)
      bare = bare or piece.bare ~= nil
    end
    local before = piece.bracket and list[#list]
    piece.is_again = before and romanised.apart(piece.key, before.key)
    -- The title in two languages: "Harbour Lights = Hafenlichter".
    if piece.text:find("^=") and list[#list] then
      piece.text, is_twice, list[#list].is_again = piece.text:sub(2), true, true
    end
    piece.is_again = piece.is_again or is_twice and not piece.bracket
    -- Ornaments are not a piece.
    if text.normalize(piece.key) ~= "" then list[#list + 1] = piece end
  end
  return (#list > 1 or bare) and #list <= most and list or nil
end

return compounds
