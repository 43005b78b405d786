-- Blocking keys of tracks. Two rows are compared when they share a key that is not too common, so
-- each key covers one way in which two spellings of a track still agree. The artist and the album
-- may stand in the title.

local words = require("rules.lib.block_words")

-- Whether words say more than a number.
local function has_letters(list) return table.concat(list):find("[%a\x80-\xff]") ~= nil end

local function artist_keys(keys, artist)
  keys:bag("a", artist)
  keys:bones("a", artist)
end

local function title_keys(keys, title)
  keys:title("t", title, 12)
  for _, part in ipairs(#title.parts > 1 and title.parts or {}) do artist_keys(keys, part) end
end

return {
  kind = "block",
  name = "tracks",
  doc = "Words of the title, its parts, their ends and consonants, its beginning with the artist, "
    .. "the album.",
  fields = { "title", "artist", "album" },
  keys = function(record)
    local keys = words.new()
    local title, album = words.title(record.title), words.title(record.album)
    local artist = words.of(record.artist)
    local first, last = title.main[1], title.main[#title.main]
    title_keys(keys, title)
    -- Finds a title of common words, or with a slip in each word, by the names beside it.
    for index = 1, math.min(3, #artist) do
      keys:joined("ta", first, artist[index], 3)
      keys:joined("te", last, artist[index], 3)
    end
    artist_keys(keys, artist)
    keys:each("t", artist, 2)
    keys:whole("l", album.main)
    keys:ends("l", album.main)
    if not has_letters(title.main) then title_keys(keys, album) end
    return keys.list
  end,
}
