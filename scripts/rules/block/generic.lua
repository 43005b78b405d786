-- Blocking keys of rows of any kind: words of the title or name, and its beginning with its maker.

local words = require("rules.lib.block_words")

return {
  kind = "block",
  name = "generic",
  doc = "Words of the title or name, pairs of them, and its beginning with a name beside it.",
  fields = { "title", "name", "artist", "author", "year" },
  keys = function(record)
    local keys = words.new()
    local title = words.of(words.main(record.title or record.name))
    local maker = words.of(record.artist or record.author)
    keys:whole("t", title)
    keys:each("t", title, 6)
    keys:pairs("t", title, 5)
    for index = 1, math.min(3, #maker) do keys:joined("ta", title[1], maker[index], 3) end
    keys:joined("ty", title[1], tostring(record.year or ""):match("%d%d%d%d"), 4)
    keys:whole("a", maker)
    return keys.list
  end,
}
