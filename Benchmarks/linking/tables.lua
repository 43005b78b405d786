-- Makes two tables of tracks for link: ROWS rows each, four fifths of the works in both, one row in
-- ten of the second table dirty (slips, cut titles, guests, other case, fields left out), beside
-- other songs of the same artists and live versions, which are others. `work` is the answer.
--
-- mixhost Benchmarks/linking/tables.lua 100000 left.csv right.csv [SEED]

local rows, left_path, right_path = tonumber(arg[1]), arg[2], arg[3]
if not (rows and left_path and right_path) then
  mix.ui.fail("tables.lua takes ROWS LEFT.csv RIGHT.csv [SEED]", 2)
end
local random = mix.random.new(tonumber(arg[4]) or 1)
local function integer(least, most)
  return least + math.floor(random:random() * (most - least + 1))
end

local function pick(list) return list[integer(1, #list)] end

local onsets = { "b", "br", "c", "ch", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m",
  "n",
  "p", "pr", "qu", "r", "s", "sh", "sl", "st", "t", "th", "tr", "v", "w", "z" }
local vowels = { "a", "e", "i", "o", "u", "ai", "ea", "oo", "ou", "é", "ö" }
local endings = { "", "n", "r", "l", "s", "t", "nd", "ck", "m", "ng" }
local common = { "love", "night", "heart", "you", "me", "the", "of", "in", "my", "baby", "girl",
  "down",
  "dance", "time", "way", "life", "world", "blue", "home", "rain", "fire", "little", "one", "up" }

local function word()
  local parts = {}
  for index = 1, integer(1, 3) do
    parts[index] = pick(onsets) .. pick(vowels) .. pick(endings)
  end
  return table.concat(parts)
end

local vocabulary = {}
for index = 1, 12000 do vocabulary[index] = word() end

local function capital(s) return (s:gsub("^%l", string.upper)) end

local function phrase(least, most)
  local words = {}
  for index = 1, integer(least, most) do
    -- Half of the words of titles are those of all titles.
    words[index] = capital(integer(1, 2) == 1 and pick(common) or pick(vocabulary))
  end
  return table.concat(words, " ")
end

local artists = {}
for index = 1, math.max(10, rows // 12) do
  local kind = integer(1, 3)
  artists[index] = kind == 1 and "The " .. capital(pick(vocabulary)) .. "s"
    or capital(pick(vocabulary)) .. " " .. capital(pick(vocabulary))
end

local function song(number)
  return {
    work = tostring(number), title = phrase(1, 4), artist = pick(artists), album = phrase(1, 3),
    duration = tostring(integer(120, 420)),
  }
end

-- One letter dropped, doubled, changed or swapped with the next.
local function slip(s)
  if #s < 4 then return s end
  local place = integer(2, #s - 1)
  while s:byte(place) >= 0x80 or s:byte(place + 1) >= 0x80 do
    place = place - 1
    if place < 2 then return s end
  end
  local kind, letter = integer(1, 4), s:sub(place, place)
  local rest = s:sub(place + 1)
  if kind == 1 then return s:sub(1, place - 1) .. rest end
  if kind == 2 then return s:sub(1, place) .. letter .. rest end
  if kind == 3 then return s:sub(1, place - 1) .. pick({ "e", "a", "s", "n" }) .. rest end
  return s:sub(1, place - 1) .. rest:sub(1, 1) .. letter .. rest:sub(2)
end

local damages = {
  function(s) s.title = slip(s.title) end,
  function(s) s.artist = slip(s.artist) end,
  function(s) s.title = s.title .. " (feat. " .. pick(artists) .. ")" end,
  function(s) s.title, s.artist = s.title:upper(), s.artist:lower() end,
  function(s) s.title = s.title .. " - Remastered 2011" end,
  function(s) s.album, s.duration = "", "" end,
  function(s) s.artist = s.artist:gsub("^The ", "") .. ", The" end,
  function(s) s.title = s.title:gsub(" ", "  ", 1) .. " " end,
}

local function copy(s)
  local twin = {}
  for name, value in pairs(s) do twin[name] = value end
  return twin
end

local columns = { "work", "title", "artist", "album", "duration" }
local function table_of(path)
  local writer, first, waiting = assert(mix.fs.writer(path)), true, {}
  local function flush()
    assert(writer:write(mix.csv.encode(waiting, { columns = columns, header = first })))
    first, waiting = false, {}
  end
  return function(row)
    if row then waiting[#waiting + 1] = row end
    if not row or #waiting == 1000 then flush() end
    if not row then assert(writer:finish()) end
  end
end

local add_left, add_right = table_of(left_path), table_of(right_path)
for number = 1, rows do
  local made = song(number)
  add_left(made)
  local chance = integer(1, 10)
  if chance <= 8 then
    local twin = copy(made)
    twin.duration = tostring(tonumber(made.duration) + integer(-1, 1))
    if integer(1, 10) == 1 then pick(damages)(twin) end
    add_right(twin)
  elseif chance == 9 then
    -- Another recording, which is not in the left table.
    local live = copy(made)
    live.work, live.title = "live" .. number, made.title .. " (Live)"
    live.duration = tostring(tonumber(made.duration) + integer(15, 90))
    add_right(live)
  else
    local other = song(rows + number)
    other.artist = made.artist
    add_right(other)
  end
end
add_left()
add_right()
