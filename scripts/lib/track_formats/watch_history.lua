-- The songs heard at YouTube Music, as Takeout gives them: watch-history.json, whose titles have a
-- word around them in the user's language ("Watched Ebb", "Ebb angesehen").

local watch_history = {}

-- The titles that are compared, the words around a title, and the part of the titles that has them.
local most_compared, most_words, most_of = 200, 4, 0.8

-- The words that most titles begin with, each with the blank behind it; "" where there are none.
local function usual_start(titles)
  local start = ""
  for _ = 1, most_words do
    local counts, best = {}, ""
    for _, title in ipairs(titles) do
      local word = title:sub(1, #start) == start and title:sub(#start + 1):match("^%S+%s+") or ""
      counts[word] = (counts[word] or 0) + 1
      if word ~= "" and counts[word] > (counts[best] or 0) then best = word end
    end
    if (counts[best] or 0) < most_of * #titles then break end
    start = start .. best
  end
  return start
end

-- The words before and behind the titles of entries that have a channel; those without are videos
-- that are gone.
local function words_around(entries)
  local titles, reversed = {}, {}
  for _, entry in ipairs(entries) do
    if #titles == most_compared then break end
    if type(entry.title) == "string" and type(entry.subtitles) == "table" then
      titles[#titles + 1], reversed[#reversed + 1] = entry.title, entry.title:reverse()
    end
  end
  -- One title shares all with itself.
  if #titles < 2 then return "", "" end
  return usual_start(titles), usual_start(reversed):reverse()
end

-- The artist whose songs a channel has: "Ada Lune - Topic", "Bo Ray – Thema".
local function artist_of(entry)
  local channel = type(entry.subtitles) == "table" and entry.subtitles[1]
  local name = type(channel) == "table" and channel.name
  if type(name) ~= "string" then return nil end
  return name:match("^(.+) [-\u{2013}]+ %S+$") or name
end

-- A title without the words around it.
local function without_words(title, start, stop)
  if title:sub(1, #start) == start then title = title:sub(#start + 1) end
  return stop ~= "" and title:sub(-#stop) == stop and title:sub(1, -#stop - 1) or title
end

local function is_of_music(entry)
  return type(entry.header) == "string" and entry.header:find("Music", 1, true) ~= nil
end

--- Whether a document is such a history.
function watch_history.knows(document)
  local first = document[1]
  return type(first) == "table" and type(first.header) == "string"
    and (first.titleUrl ~= nil or first.products ~= nil)
end

--- Returns the tracks of a history; other videos have the type of shows, which are left out.
function watch_history.read(entries)
  local start, stop = words_around(entries)
  local tracks = {}
  for _, entry in ipairs(entries) do
    local title = type(entry.title) == "string" and entry.title or ""
    local artist = artist_of(entry)
    tracks[#tracks + 1] = {
      title = artist and without_words(title, start, stop) or nil, artist = artist,
      uri = type(entry.titleUrl) == "string" and entry.titleUrl or nil,
      type = not is_of_music(entry) and "show" or nil,
    }
  end
  return tracks
end

return watch_history
