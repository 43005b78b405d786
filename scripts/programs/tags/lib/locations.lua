-- How a playlist names its files: paths and addresses, from its own folder or from the root.

local locations = {}

local function parts_of(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do
    if part == ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return parts
end

--- The way from a folder to a file, both from the root on.
function locations.relative(folder, path)
  local from, to, common = parts_of(folder), parts_of(path), 0
  while common < #from and common < #to - 1 and from[common + 1] == to[common + 1] do
    common = common + 1
  end
  return ("../"):rep(#from - common) .. table.concat(to, "/", common + 1)
end

-- Letters that a path of an address may have as they are (RFC 3986, section 3.3), but the colon,
-- which would end a scheme.
local function encoded(path)
  return (path:gsub("[^%w%-._~/!$&'()*+,;=@]", function(byte)
    return ("%%%02X"):format(byte:byte())
  end))
end

--- Gives a function that takes a file's absolute path and returns how the playlist names it, or nil
--- where a line cannot hold the name. Options: playlist (the list's absolute path), is_absolute,
--- is_uri (percent-encoded).
function locations.of(options)
  local folder = options.playlist:match("^(.*)/")
  return function(path)
    local place = options.is_absolute and path or locations.relative(folder, path)
    if options.is_uri then return (options.is_absolute and "file://" or "") .. encoded(place) end
    if place:find("[\r\n]") then return nil end
    -- It would be a remark.
    return (place:gsub("^#", "./#"))
  end
end

return locations
