-- Blocking keys of tracks. Two rows are compared when they share a key that is not too common, so
-- each key covers one way in which two spellings of a track still agree.

local words = require("rules.lib.block_words")

return {
  kind = "block",
  name = "tracks",
  doc = "Words of the title, pairs of them, and the title's beginning with the artist.",
  fields = { "title", "artist" },
  keys = function(record)
    local keys = words.new()
    local title = words.of(words.main(record.title))
    local artist = words.of(record.artist)
    keys:whole("t", title)
    keys:each("t", title, 6)
    keys:pairs("t", title, 5)
    -- Finds a title of common words, or with a slip in each word, by the names beside it.
    for index = 1, math.min(3, #artist) do
      keys:joined("ta", title[1], artist[index], 3)
      keys:joined("te", title[#title], artist[index], 3)
    end
    keys:whole("a", artist)
    return keys.list
  end,
}
