-- Blocking keys of rows of any kind: words of the title or name, and its beginning with its maker.

local words = require("rules.lib.block_words")

return {
  kind = "block",
  name = "generic",
  doc = "Words of the title or name, its parts, their ends and consonants, its beginning with a "
    .. "name beside it.",
  fields = { "title", "name", "artist", "author", "year" },
  keys = function(record)
    local keys = words.new()
    local title = words.title(record.title or record.name)
    local maker, first = words.of(record.artist or record.author), title.main[1]
    keys:title("t", title, 6)
    for index = 1, math.min(3, #maker) do keys:joined("ta", first, maker[index], 3) end
    keys:joined("ty", first, tostring(record.year or ""):match("%d%d%d%d"), 4)
    keys:name("a", maker)
    return keys.list
  end,
}
