-- Names of files and folders of films: "The.Matrix.1999.1080p.BluRay.x264-GRP",
-- "The Matrix (1999) [1080p].mkv". The words behind the title say how the copy was made.

local memo = require("rules.lib.memo")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")

local release_names = {}

local endings = set_of("mkv mp4 avi m4v mov wmv mpg mpeg ts m2ts webm iso flv ogm divx")

-- Words about a copy, which no title has.
local technical = {
  "^%d%d%d%d?[pi]$", "^[xh]26[45]$", "^hevc$", "^avc$", "^xvid", "^divx$", "^blu%-?ray$",
  "^b[dr]rip$", "^br%-rip$", "^dvd%-?rip$", "^dvdscr$", "^dvd[59r]$", "^web%-?rip$",
  "^web%-dl$", "^webdl$", "^hdtv$", "^pdtv$", "^hdrip$", "^hd%-?ts$", "^telesync$", "^remux$",
  "^uhd$", "^10bit$", "^8bit$", "^hdr10%+?$", "^dts$", "^dts%-", "^ac3$", "^ddp?[257]$",
  "^aac[257]?$", "^truehd$", "^atmos$", "^amzn$", "^dsnp$",
}
-- Words that stand between a title and those, where no year does.
local between = set_of([[
  german french italian spanish english multi dual dl subbed dubbed vostfr truefrench ita eng ger
  extended unrated uncut remastered proper repack internal limited complete 4k
]])

-- Words that tell a copy in brackets alone: "[VHS]".
local in_brackets = { vhs = true, dvd = true, bd = true, ld = true, web = true, raw = true }

local function is_technical(word)
  if in_brackets[word:lower():match("^[%[%(](%a+)[%]%)]$")] then return true end
  -- The name of a group follows the last word: "x264-GRP".
  local plain = word:lower():gsub("[%(%)%[%],{}]", "")
  local alone = plain:match("^(.-%w)%-[%w]+$") or plain
  for _, pattern in ipairs(technical) do
    if plain:find(pattern) or alone:find(pattern) then return true end
  end
  return false
end

-- The last part of a path, without the ending of a file with pictures; whether it had one.
local function of_path(s)
  local name, ending = s:match("^(.+)%.(%w+)%s*$")
  if not name or not endings[ending:lower()] then return s, false end
  return name:match("[^/\\]+$") or name, true
end

local year_pattern = "^[%(%[]?([12]%d%d%d)[%)%]]?,?$"

-- The year of a word: "1999", "(1999)". A later number stays in the title, as it may be the title's
-- ("Boats 2049"): whether it is the year, the other record's year says (rules.lib.filmtitles).
local function year_of(word)
  local year = tonumber(word:match(year_pattern))
  return year and year >= 1880 and year <= 2035 and year or nil
end

local function is_episode(word) return word:lower():find("^s%d%d?e?%d*$") ~= nil end

-- The words of a name, and the place of the first that does not belong to the title.
local function split(s)
  local words, stop = {}, nil
  for word in s:gmatch("%S+") do
    words[#words + 1] = word
    if not stop and #words > 1 and (is_technical(word) or is_episode(word)) then stop = #words end
  end
  return words, stop
end

-- The title before a place, with its year in brackets.
local function title_of(words, stop)
  local last = stop - 1
  while last > 1 and between[words[last]:lower():gsub("%p", "")] do last = last - 1 end
  for place = last, 2, -1 do
    local year = year_of(words[place])
    if year then return ("%s (%d)"):format(table.concat(words, " ", 1, place - 1), year) end
  end
  return table.concat(words, " ", 1, last)
end

local function read(raw)
  local s, is_file = of_path(raw)
  local is_joined = not s:find("%s") and s:find("[%._]") ~= nil
  if is_joined then s = s:gsub("[%._]+", " ") end
  local words, stop = split(s)
  local ends_in_year = is_joined and #words > 1 and words[#words]:find(year_pattern)
  if not (stop or is_file or ends_in_year) then return nil end
  -- A name of dots or a file may begin with its group: "[GRP] The Matrix".
  if words[1]:find("^%[.*%]$") and #words > 1 and stop ~= 2 then
    table.remove(words, 1)
    stop = stop and stop - 1
  end
  local title = title_of(words, stop or #words + 1)
  if stop and is_episode(words[stop]) then title = title .. " " .. words[stop] end
  return spelling.tidy(title)
end

local known = memo(function(raw) return read(raw) or false end, 512)

--- Returns the title in the name of a file or a folder, with its year in brackets; nil for other
--- titles.
function release_names.title(raw)
  if #raw > 500 or not raw:find("[%._%d]") then return nil end
  return known(raw) or nil
end

return release_names
