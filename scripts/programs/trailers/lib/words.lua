-- How films and series are put into words.

local terminal_text = require("lib.terminal_text")

local words = {}

local most_people = 8
local longest_text = 300

--- A text of elsewhere on one line.
words.plain = terminal_text.line

--- The same, of at most `most` characters (default 300).
function words.short(text, most)
  local stop = utf8.offset(text, (most or longest_text) + 1)
  if not stop or stop > #text then return words.plain(text) end
  return words.plain(text:sub(1, stop - 1)) .. "…"
end

--- Prints lines, each made plain.
words.print = terminal_text.print

--- "2024", or "TBA" when it is not known.
function words.year(item) return item.year and tostring(item.year) or "TBA" end

--- "★ 7.1", or "★ -" without votes.
function words.score(item) return item.rating and ("★ %.1f"):format(item.rating) or "★ -" end

--- "★ 7.1 of 455 votes", or "★ -".
function words.rating(item)
  if not item.rating then return words.score(item) end
  return ("%s of %s"):format(words.score(item), words.count(item.votes, "vote"))
end

--- "Movie" or "TV".
function words.kind(item) return item.type == "movie" and "Movie" or "TV" end

--- The line that is read aloud: "Paper Boats, 2024, rated 7.1 out of 10, Movie".
function words.spoken(item)
  local score = item.rating and ("rated %.1f out of 10"):format(item.rating) or "not rated"
  return ("%s, %s, %s, %s"):format(words.short(item.title), words.year(item), score,
    words.kind(item))
end

--- "2h 15m" of a film, "45 min/episode" of a series; nil when it is not known.
function words.length(detail)
  local minutes = detail.minutes
  if not minutes then return nil end
  if detail.type == "tv" then return ("%d min/episode"):format(minutes) end
  if minutes < 60 then return ("%dm"):format(minutes) end
  return ("%dh %dm"):format(minutes // 60, minutes % 60)
end

--- "YouTube • Official Trailer • 1080p", of the parts that are known.
function words.video(video)
  local parts = {}
  for _, field in ipairs({ "site", "name" }) do
    local text = video[field]
    if type(text) == "string" then parts[#parts + 1] = words.plain(text) end
  end
  local size = type(video.size) == "number" and math.tointeger(video.size)
  if size then parts[#parts + 1] = ("%dp"):format(size) end
  return #parts > 0 and table.concat(parts, " • ") or "Video"
end

--- The address of a video; nil of one that is not at YouTube, or whose key cannot be one: a key
-- with other characters would lead elsewhere.
function words.video_url(video)
  local site, key = video.site, video.key
  if type(site) ~= "string" or site:lower() ~= "youtube" then return nil end
  if type(key) ~= "string" or not key:find("^[A-Za-z0-9_-]+$") then return nil end
  return "https://www.youtube.com/watch?v=" .. key
end

--- The first names of a list; nil when there are none.
function words.people(names)
  if not names or #names == 0 then return nil end
  return table.concat(names, ", ", 1, math.min(#names, most_people))
end

--- The names of those who made a title.
function words.makers(detail) return detail.type == "movie" and "Director" or "Created by" end

--- "1 title", "3 titles".
words.count = require("lib.counted")

return words
