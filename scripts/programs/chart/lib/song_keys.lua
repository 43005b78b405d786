-- How the caches name a song.

local spelling = require("rules.lib.spelling")

local song_keys = {}

song_keys.default_country = "us"

--- Normalised `title::artist`. Stores differ, so that other countries have keys of their own.
function song_keys.key(entry, country)
  local key = spelling.key(entry.title) .. "::" .. spelling.key(entry.artist)
  return country == song_keys.default_country and key or key .. "::" .. country
end

return song_keys
