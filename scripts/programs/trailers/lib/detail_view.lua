-- A film or series in lines of text.

local words = require("programs.trailers.lib.words")

local detail_view = {}


--- Breaks a text into lines of at most `width` columns at its spaces; nil: one line. Control
-- characters, its own line breaks among them, become spaces.
function detail_view.wrapped(text, width)
  text = words.plain(text)
  if not width then return { text } end
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    local longer = line == "" and word or line .. " " .. word
    if line ~= "" and mix.ui.columns(longer) > width then
      lines[#lines + 1], line = line, word
    else
      line = longer
    end
  end
  lines[#lines + 1] = line
  return lines
end

-- "2h 15m · PG-13 · Drama, War · ★ 7.1 of 455 votes".
local function facts(detail)
  local parts = { words.kind(detail) }
  parts[#parts + 1] = words.length(detail)
  if detail.seasons then parts[#parts + 1] = words.count(detail.seasons, "season") end
  parts[#parts + 1] = detail.certification
  local genres = table.concat(detail.genres or {}, ", ")
  if genres ~= "" then parts[#parts + 1] = genres end
  parts[#parts + 1] = words.rating(detail)
  return table.concat(parts, " · ")
end

local function people(label, names)
  local list = words.people(names)
  return list and ("%s: %s"):format(label, list)
end

--- The lines; the first marks an expired answer (`is_old`). Options: `width` in columns, nil for
-- a pipe; `trailers`, how many at most; `partial`, why only the list's facts are known.
function detail_view.lines(detail, trailers, options)
  local lines = {}
  local function add(text)
    if not text then return end
    for _, line in ipairs(detail_view.wrapped(text, options.width)) do lines[#lines + 1] = line end
  end
  if detail.is_old then add("TMDB did not answer; this is what it said before.") end
  add(("%s (%s)"):format(detail.title, words.year(detail)))
  add(facts(detail))
  add(detail.tagline)
  if detail.overview then
    lines[#lines + 1] = ""
    add(detail.overview)
  end
  lines[#lines + 1] = ""
  add(people(words.makers(detail), detail.directors))
  add(people("Cast", detail.cast))
  add(detail.date and "Date: " .. detail.date or "Date: TBA")
  lines[#lines + 1] = ""
  if options.partial then
    add(options.partial)
    return lines
  end
  if #trailers == 0 then add("No trailers") end
  for place = 1, math.min(#trailers, options.trailers or #trailers) do
    local video = trailers[place].video
    add(("%d  %s"):format(place, words.video(video)))
    local url = words.video_url(video)
    if url then lines[#lines + 1] = "   " .. url end
  end
  return lines
end

return detail_view
