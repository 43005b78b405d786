-- Blocking keys of films: words of each title, and the people, for a film that is listed under a
-- title of another language.

local filmfacts = require("rules.lib.filmfacts")
local words = require("rules.lib.block_words")

return {
  kind = "block",
  name = "films",
  doc = "Words of all titles, their ends and consonants, the directors, the first of the cast.",
  fields = { "title", "original_title", "alternative_titles", "director", "cast", "imdb_id" },
  keys = function(record)
    local keys = words.new()
    local id = filmfacts.imdb(record.imdb_id)
    if id then keys:add("i:" .. id) end
    for _, field in ipairs({ "director", "cast" }) do
      for _, name in ipairs(words.names(record[field])) do keys:name("p", name) end
    end
    keys:title("t", words.title(record.title), 6)
    keys:title("t", words.title(record.original_title), 6)
    for _, name in ipairs(words.names(record.alternative_titles)) do
      keys:title("t", { main = name, all = name, parts = { name } }, 6)
    end
    return keys.list
  end,
}
