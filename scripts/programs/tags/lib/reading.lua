-- The record of a file that rules compare: out of its tags, and out of its path
-- where they say nothing.

local reading = {}

-- Texts that rippers and players write for missing ones.
local blanks = {
  "^track%s*%d*$", "^unknown", "^untitled", "^no title$", "^no artist$", "^audiotrack%s*%d*$",
  "^%d+$", "^<.*>$", "^n/a$",
}

local function said(values)
  local text = values and table.concat(values, ", "):match("^%s*(.-)%s*$") or ""
  if text == "" then return nil end
  local low = mix.text.casefold(text)
  for _, pattern in ipairs(blanks) do
    if low:find(pattern) then return nil end
  end
  return text
end

local function plain(name)
  local text = name:find(" ") and name or name:gsub("_", " ")
  return text:match("^%s*(.-)%s*$")
end

local function without_year(name)
  return (name:gsub("^[%(%[]?%d%d%d%d[%)%]]?%s*%-%s*", ""):gsub("%s*[%(%[]%d%d%d%d[%)%]]$", ""))
end

-- A name without the number of its track. "99 Luftballons" among loose files is a title.
local function without_number(name, is_in_folder)
  local rest = name:match("^%d[%d%-]*%s*[._%-]+%s*(.+)$") or name:match("^0%d*%s+(.+)$")
  return rest or is_in_folder and name:match("^%d[%d%-]*%s+(.+)$") or name
end

--- The facts in a path: Artist/Album/01 Title.flac, 01 - Artist - Title.mp3.
function reading.of_path(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do parts[#parts + 1] = part end
  local name = plain(parts[#parts]:gsub("%.%w+$", ""))
  local rest = without_number(name, #parts > 1)
  local guess = {}
  local artist, title = rest:match("^(.-)%s+%-%s+(.+)$")
  guess.title, guess.artist = title or rest, artist
  if #parts >= 3 then
    guess.album = without_year(plain(parts[#parts - 1]))
    guess.artist = guess.artist or plain(parts[#parts - 2])
  end
  for field, value in pairs(guess) do guess[field] = said({ value }) end
  return guess
end

--- The record of a file: title, artist, album, duration, release_date; and from where each is when
-- not from the tags. `file` is what mix.tags.read returns.
function reading.record(file, path)
  local tags, guess, from = file.tags, reading.of_path(path), {}
  local record = {
    title = said(tags.TITLE), artist = said(tags.ARTIST), album = said(tags.ALBUM),
    duration = file.seconds > 0 and file.seconds or nil,
    release_date = (said(tags.DATE) or ""):match("^%d%d%d%d%-%d%d%-%d%d$"),
  }
  for _, field in ipairs({ "title", "artist", "album" }) do
    if not record[field] and guess[field] then
      record[field], from[field] = guess[field], "its path"
    end
  end
  return record, from
end

return reading
