-- Folders that music is kept in, whoever made it.

local shelves = {}

local names = {}
for name in ([[music musik musique música musica downloads download new neu nouveau incoming inbox
  unsorted untagged tagged albums alben mp3 mp3s flac lossless cds rips ripped torrents complete
  tmp temp media audio library collection sort todo playlists singles vinyl]]):gmatch("%S+") do
  names[name] = true
end

--- Whether a folder has the name of a shelf: "My Music", "01 To Sort".
function shelves.is_named(name)
  local low = mix.text.casefold(name)
  return names[low:gsub("^my ", ""):gsub("^to ", ""):gsub("^%d+[%s._%-]+", "")] or false
end

--- Whether a folder that holds one of an artist may be a shelf: by its name, a letter ("A", "A-C"),
--- or a number before it.
function shelves.is_shelf(name)
  local low = mix.text.casefold(name)
  return shelves.is_named(name) or low:find("^%a$") ~= nil or low:find("^%a%s*%-%s*%a$") ~= nil
    or low:find("^0%d[%s._%-]") ~= nil
end

return shelves
