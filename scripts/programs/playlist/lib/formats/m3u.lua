-- Tracks as an extended M3U in UTF-8, whose addresses players and browsers open.

local m3u = {}

local function one_line(text)
  return (text:gsub("[%c]", " "))
end

--- The text of a list of tracks.
function m3u.write(list)
  local lines = { "#EXTM3U", "#PLAYLIST:" .. one_line(list.name) }
  for _, track in ipairs(list.tracks) do
    local artists = table.concat(track.artists, ", ")
    local shown = artists ~= "" and artists .. " - " .. track.title or track.title
    lines[#lines + 1] = ("#EXTINF:%d,%s"):format(
      math.floor((track.duration or -1) + 0.5), one_line(shown))
    if track.album then lines[#lines + 1] = "#EXTALB:" .. one_line(track.album) end
    lines[#lines + 1] = one_line(track.url or track.uri)
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The tracks of a text: what stands before each address.
function m3u.read(text)
  local tracks, track, name = {}, {}, nil
  for line in (text:gsub("^\u{feff}", ""):gsub("\r\n?", "\n") .. "\n"):gmatch("(.-)\n") do
    local length, shown = line:match("^#EXTINF:(%-?[%d.]+)[^,]*,(.*)$")
    if length then
      local seconds = tonumber(length)
      track.duration = seconds and seconds > 0 and seconds or nil
      local artist, title = shown:match("^(.-) %- (.+)$")
      track.artist, track.title = artist, title or shown
    elseif line:find("^#PLAYLIST:") then
      name = line:sub(11)
    elseif line:find("^#EXTALB:") then
      track.album = line:sub(9)
    elseif line:find("^#EXTART:") then
      track.artist = track.artist or line:sub(9)
    elseif line:find("%S") and line:sub(1, 1) ~= "#" then
      track.uri = line:match("^%s*(.-)%s*$")
      if not track.title then
        -- A file's name is all that is known of it.
        local file = track.uri:match("([^/\\]+)%.%w+$")
        track.artist, track.title = (file or ""):match("^(.-) %- (.+)$")
      end
      tracks[#tracks + 1], track = track, {}
    end
  end
  return { tracks = tracks, name = name }
end

return m3u
