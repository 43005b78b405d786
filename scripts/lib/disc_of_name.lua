-- Discs in the names of folders: "CD 1", "Tides (Disc 2)".

-- Folders that are called by nothing but a medium: "Digital Media 02", '12" Vinyl 1'.
local media = {}
for name in ("digital media,vinyl,lp,cassette,tape,dvd,blu-ray,sacd,medium"):gmatch("[^,]+") do
  media[name] = true
end

--- Returns the disc that the name of a folder says, the rest of the name, and whether nothing is
--- before the disc: then the folder is in that of the album. Returns nil where it says none.
return function(name)
  local low = mix.text.casefold(name)
  local medium, count = low:gsub("^%d+[\"\u{2033}]?%s+", ""):match("^(%a.-)[%s_%-#]*(%d%d?)$")
  if media[medium] then return math.tointeger(tonumber(count)), "", true end
  for _, word in ipairs({ "cd", "disc", "disk" }) do
    local first, last, number = low:find("%f[%a]" .. word .. "[%s_%-%.#]*(%d%d?)%f[%D]")
    if first and #low == #name then
      -- "Tides [Disc 2]" and "Disc 2 - Storms" keep what names the album.
      local before = name:sub(1, first - 1)
      local rest = (before .. name:sub(last + 1)):gsub("[%(%[]%s*[%)%]]", "")
      return math.tointeger(tonumber(number)), rest:match("^[%s,._%-]*(.-)[%s,._%-]*$"),
        not before:find("[%w\x80-\xff]")
    end
  end
end
