-- Careless exports append values of other columns to the title: "Song Artist Pop $ 1.29 3:33
-- 21-Oct-14". This module deletes nothing: it finds the places where the title may end, as
-- alternatives, and recovers durations and dates.

local measures = require("rules.lib.measures")
local genres = require("rules.lib.genres")
local set_of = require("lib.set_of")
local text = mix.text

-- Starts of a price or a rights notice, where no title continues. Their text is not read.
local notes = { " ()%$ ?%d+%.%d%d%f[%D]", " ()%([cp]%)", " ()℗", " ()‰" }
-- Starts of values that a title may contain: a year with words after it, a length, a day.
local time = " ()%d?%d:%d%d%f[%D]"
local days = { " ()%d%d?%-%a%a%a%-%d%d%f[%D]", " ()%a%a%a+ %d%d?, %d%d%d%d%f[%D]" }
local values = { " ()[12][09]%d%d,? %a", " ()album only%f[%W]", time, days[1], days[2] }

local date_ends = { " (%d%d?%-%a%a%a%-%d%d)$", " (%a+ %d%d?, %d%d%d%d)$", ":%d%d (%d%d%d%d)$" }

-- Words in names of companies.
local companies = set_of([[
  records recordings recording entertainment llc ltd inc limited corporation license licence
  productions
]])

-- Returns the first place after the head where a pattern begins, and the number of patterns that
-- do.
local function first_of(s, patterns)
  local first, count = nil, 0
  for _, pattern in ipairs(patterns) do
    local place = s:match("^.-%S" .. pattern)
    if place then
      count = count + 1
      first = first and math.min(first, place) or place
    end
  end
  return first, count
end

local function names_company(s, from)
  for word in s:gmatch("%a+", from) do
    if companies[word] then return true end
  end
  return false
end

-- The start of a price or a rights notice; also "2014 A Records", "2014, 2015 A Ltd.".
local function note_in(s)
  -- Searches for plain signs first, because hardly any title has one.
  local signs = s:find("$", 1, true) or s:find("(c)", 1, true) or s:find("(p)", 1, true)
    or s:find("\xe2", 1, true)
  local note = signs and first_of(s, notes) or nil
  if not s:find("[12][09]%d%d") then return note end
  for place in s:gmatch("%S ()[12][09]%d%d%f[%D]") do
    if names_company(s, place) then return math.min(note or place, place) end
  end
  return note
end

-- The places of words outside brackets, except the first word: a title's head is never cut.
local function word_starts(s)
  local starts, depth = {}, 0
  for place, char in s:gmatch("()([%s%(%)%[%]])") do
    if char == "(" or char == "[" then
      depth = depth + 1
    elseif char == ")" or char == "]" then
      depth = math.max(0, depth - 1)
    elseif depth == 0 then
      starts[#starts + 1] = place + 1
    end
  end
  return starts
end

local function genre_at(s, place)
  local word = s:match("^[^%s,/;]+", place)
  return word ~= nil and genres[word] == true or s:find("^r and b%f[%W]", place) ~= nil
end

local function starts_with(s, value, place)
  if s:sub(place, place + #value - 1) ~= value then return false end
  return not s:find("^[%w\x80-\xff]", place + #value)
end

local function present(value) return value ~= nil and value ~= "" end

local moved = {}

--- Returns a folded album's words without brackets and the kind of release.
function moved.album(s)
  if not (s:find("[%(%[:%-]") or s:find(" ep$", -3) or s:find(" remixes$", -8)) then return s end
  local words = s:gsub("%s*[%(%[].*$", ""):gsub("%s+%-%s+ep$", ""):gsub("%s+ep$", "")
  words = words:gsub("%s+%-%s+[%a%s]*single$", ""):gsub("%s+remixes$", "")
  words = words:gsub("%s*:%s+live$", "")
  return words ~= "" and words or s
end

-- Whether a record with artist and album hides the value of another, missing column.
local function hides_column(record, s, has_digits)
  if has_digits then
    if not present(record.duration) and first_of(s, { time }) then return true end
    if not present(record.release_date) and first_of(s, days) then return true end
  end
  if present(record.genre) then return false end
  if genres[s:match(" ([^%s/]+)$")] then return true end
  -- With all other columns missing, a genre anywhere counts.
  if not (present(record.duration) and present(record.release_date)) then return false end
  for word in s:gmatch(" ([^%s,/;%)%]]+)") do
    if genres[word] then return true end
  end
  return false
end

-- The place where the title certainly ends; false for a record that hides nothing. A chart's entry
-- has a title and an artist and lacks the other columns as well: it hides something only when its
-- title contains a rights notice or two other values.
local function tail_of(record, s)
  local has_digits = s:find("%d") ~= nil
  local note = (has_digits or s:find("[%(\x80-\xff]")) and note_in(s)
  if not note then
    local album = present(record.album)
    if not (album or present(record.duration) or present(record.release_date)
      or present(record.genre)) then
      if not has_digits or select(2, first_of(s, values)) < 2 then return false end
    elseif album and present(record.artist) and not hides_column(record, s, has_digits) then
      return false
    end
  end
  return math.min(note or #s + 2, has_digits and first_of(s, values) or #s + 2)
end

-- The places where a title may end, judged without the other record: at a genre, after its
-- brackets, where its first word repeats (albums often have the name of a song), and before the
-- kind of release.
local function own_cuts(s, starts, tail)
  local head = s:match("^[^%s%(%[]*")
  local genre, behind, again, kind
  for _, place in ipairs(starts) do
    if place >= tail then break end
    genre = genre or genre_at(s, place) and place
    behind = behind or s:find("^[%)%]] [^%(%[%-]", place - 2) and place
    again = again or #head > 3 and starts_with(s, head, place) and place
    kind = kind or (starts_with(s, "- ep", place) or starts_with(s, "ep", place)) and place
  end
  -- The word of a genre alone proves nothing ("Blue Christmas"): another value must be found as
  -- well.
  local sure = tail <= #s
  return { sure and genre or tail, behind or tail, again or tail, kind or tail }, genre
end

--- Returns the values that may have been moved into a title (in lib.spelling's plain form); nil for
--- records with all columns.
function moved.read(title, record)
  local s = text.fold(title)
  local tail = tail_of(record, s)
  if not tail then return nil end
  local starts = word_starts(s)
  local found = { text = s, tail = tail, starts = starts, parsed = {} }
  found.cuts, found.genre = own_cuts(s, starts, tail)
  -- A company's name without a year: its start is unknown.
  found.open = names_company(s:sub(1, tail - 1), 1)
  for _, pattern in ipairs(date_ends) do
    found.date = found.date or measures.date(s:match(pattern))
  end
  for length in s:gmatch(" (%d?%d:%d%d)%f[%D]") do found.seconds = measures.seconds(length) end
  return found
end

local function add(cuts, seen, place)
  if place and not seen[place] then
    seen[place] = true
    cuts[#cuts + 1] = place
  end
end

-- The first place before the tail where a value begins.
local function place_of(found, value)
  if not value or value == "" then return nil end
  for _, place in ipairs(found.starts) do
    if place < found.tail and starts_with(found.text, value, place) then return place end
  end
  return nil
end

-- The first place from which the words up to the next cut or bracket also occur in `rest`.
local function shared(found, cuts, rest)
  for _, place in ipairs(found.starts) do
    if place >= found.tail then return nil end
    local stop = found.tail
    for _, cut in ipairs(cuts) do
      if cut > place and cut < stop then stop = cut end
    end
    local words = found.text:sub(place, stop - 2):match("^[^%(%[]*")
    words = words:gsub("%s+$", ""):gsub(" %- %a+$", "")
    if #words > 2 and rest:find(words, 1, true) then return place end
  end
  return nil
end

--- Returns the places where a title may end, in order, given the other record's folded `artists`
--- and `album`, its `rest` (the text after its own title) and its `heads` (possible readings of its
--- title).
function moved.cuts(found, artists, album, rest, heads)
  local cuts, seen = {}, {}
  for _, place in ipairs(found.cuts) do add(cuts, seen, place) end
  local named = false
  for _, artist in ipairs(artists) do
    local place = place_of(found, artist)
    named = named or place ~= nil
    add(cuts, seen, place)
  end
  local place = place_of(found, album)
  add(cuts, seen, place)
  if named or place then add(cuts, seen, found.genre) end
  if rest ~= "" then add(cuts, seen, shared(found, cuts, rest)) end
  for _, head in ipairs(found.open and heads or {}) do
    if starts_with(found.text, head, 1) then add(cuts, seen, #head + 2) end
  end
  add(cuts, seen, found.tail)
  table.sort(cuts)
  return cuts
end

--- Returns the words of the album after the title's end: after the artist, up to the next cut or
--- bracket. nil when there are none.
function moved.album_behind(found, cut, artist)
  local from = cut
  if artist and starts_with(found.text, artist, from) then from = from + #artist + 1 end
  local stop = found.tail
  for _, other in ipairs(found.cuts) do
    if other > from and other < stop then stop = other end
  end
  local words = found.text:sub(from, stop - 2):match("^[^%(%[]*")
  return words ~= "" and moved.album(words) or nil
end

--- The beginning of a text, for a note.
function moved.short(s) return s:sub(1, (utf8.offset(s, 30) or 31) - 1) .. "…" end

--- The text from the earliest cut on.
function moved.rest(found, cuts) return found.text:sub(cuts[1]) end

--- Whether the title contains a value after its first word.
function moved.holds(found, value)
  local place = found.text:find(" " .. value, 2, true)
  return place ~= nil and not found.text:find("^[%w\x80-\xff]", place + 1 + #value)
end

return moved
