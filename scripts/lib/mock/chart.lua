-- A chart as the mirrors of kworb.net carry it, `GET /chart/kworb.json`: titles spelled as charts
-- spell them; the same rows as a mirror's table in `/chart/mirror.json`, and with mistakes in
-- `/chart/fault/NAME.json`.

local case = require("lib.mock.catalogue.case")
local catalogue = require("lib.mock.catalogue")
local chart_faults = require("lib.mock.chart_faults")
local known_songs = require("lib.mock.catalogue.known_songs")

-- "A", "A & B", "A, B & C".
local function listed(names)
  if #names < 2 then return names[1] end
  return table.concat(names, ", ", 1, #names - 1) .. " & " .. names[#names]
end

local spellings = {
  [0] = case.lower, case.upper,
  function(title) return (title:gsub("%(", "["):gsub("%)", "]")) end,
  function(title) return (title:gsub("’", "'"):gsub("“", '"'):gsub("”", '"')) end,
}

local function title_of(song, stream)
  local spelled = spellings[stream:below(10)]
  local title = spelled and spelled(song.full_title) or song.full_title
  if song.credit ~= "featuring" then return title end
  local form = stream:below(4)
  if form == 0 then return ("%s (w/ %s)"):format(title, listed(song.others)) end
  if form == 1 then return ("%s (feat. %s)"):format(title, song.others[1]) end
  return form == 2 and ("%s ft. %s"):format(title, table.concat(song.others, ", ")) or title
end

local function artist_of(song, stream)
  if song.credit ~= "joint" then return song.artist end
  local names, form = { song.artist, table.unpack(song.others) }, stream:below(4)
  if form < 2 then return table.concat(names, form == 0 and ", " or " x ") end
  return form == 2 and song.artist or listed(names)
end

local function row(rank)
  local song = catalogue.chart_song(rank)
  local known = known_songs[song.index + 1]
  if known then
    return { rank = rank, title = known.chart_title or song.title, artist = song.credited_artist }
  end
  local stream = catalogue.digest(song.index, 4)
  local title = title_of(song, stream)
  return { rank = rank, title = title, artist = artist_of(song, stream) }
end

local function rows()
  local list = mix.json.array({})
  for rank = 1, catalogue.chart_size() do list[rank] = row(rank) end
  return list
end

-- Every cell is a string, artist and title are in one of them.
local function mirrored(each)
  local stream, grouped = catalogue.digest(each.rank, 6), chart_faults.grouped
  local streams, days = 7000000 // each.rank + stream:below(10000), 1 + stream:below(400)
  return {
    Pos = tostring(each.rank), ["P+"] = stream:pick({ "=", "+1", "-2", "+14" }),
    ["Artist and Title"] = ("%s - %s"):format(each.artist, each.title), Days = tostring(days),
    Pk = tostring(1 + stream:below(each.rank)),
    ["(x?)"] = stream:chance(30) and ("(x%d)"):format(1 + stream:below(days)) or "",
    Streams = grouped(streams), ["Streams+"] = "-" .. grouped(stream:below(90000)),
    ["7Day"] = grouped(streams * 7), Total = grouped(streams * days),
  }
end

local function mirror()
  local list = mix.json.array({})
  for rank, each in ipairs(rows()) do list[rank] = mirrored(each) end
  return { json = {
    source = "https://kworb.net/spotify/country/global_daily.html",
    title = "Spotify Daily Chart - Global - 2026/09/12", chart = list,
  } }
end

return {
  is_unlimited = true,
  settings = { ["chart.remote_url"] = "https://chart.mixhost.invalid/kworb.json" },
  routes = {
    ["GET /chart/kworb.json"] = function() return { json = rows() } end,
    ["GET /chart/mirror.json"] = mirror,
    ["GET /chart/fault/:file"] = function(request)
      local name = request.parts.file:match("^(.*)%.json$")
      return name and chart_faults.answer(name, rows(), #request.query:all("all") > 0)
    end,
  },
}
