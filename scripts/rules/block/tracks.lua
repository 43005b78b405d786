-- Blocking keys of tracks. Two rows are compared when they share a key that is not too common, so
-- each key covers one way in which two spellings of a track still agree. The artist and the album
-- may stand in the title.

local words = require("rules.lib.block_words")

-- Whether words say more than a number.
local function has_letters(list) return table.concat(list):find("[%a\x80-\xff]") ~= nil end

-- The words of an album in the column of the date, where columns moved; nil of a date.
local function moved_of(record)
  local date = record.release_date or record.year
  if type(date) ~= "string" or date:find("%d%d%d%d") then return nil end
  return date:find("%a%a%a.*%a%a%a") and words.title(date) or nil
end

local function title_keys(keys, title)
  keys:title("t", title, 12)
  for _, part in ipairs(#title.parts > 1 and title.parts or {}) do keys:name("a", part) end
end

return {
  kind = "block",
  name = "tracks",
  doc = "Words of the title, its parts, their ends and consonants, its beginning with the artist, "
    .. "the album.",
  fields = { "title", "artist", "album", "release_date", "year" },
  keys = function(record)
    local keys = words.new()
    local title, album = words.title(record.title), words.title(record.album)
    local artist, moved = words.of(record.artist), moved_of(record)
    title_keys(keys, title)
    -- Finds a title of common words, or with a slip in each word, by the names beside it.
    for index = 1, math.min(3, #artist) do keys:joined("ta", title.main[1], artist[index], 3) end
    keys:name("a", artist)
    keys:each("t", artist, 2)
    for _, each in ipairs({ album, moved }) do
      keys:consonants("l", each.main)
      keys:ends("l", each.main)
      if not has_letters(title.main) then title_keys(keys, each) end
    end
    return keys.list
  end,
}
