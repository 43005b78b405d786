-- Blocking keys of books: the ISBN, words of the title, the author's names.

local words = require("rules.lib.block_words")

local function isbn_of(record)
  local digits = tostring(record.isbn or ""):gsub("[^%dXx]", ""):upper()
  -- Both forms of an ISBN share nine digits.
  if #digits == 13 then return digits:sub(4, 12) end
  return #digits == 10 and digits:sub(1, 9) or nil
end

return {
  kind = "block",
  name = "books",
  doc = "The ISBN, words of the title, its parts, their ends and consonants, its beginning with "
    .. "the author.",
  fields = { "title", "author", "isbn" },
  keys = function(record)
    local keys = words.new()
    local title, author = words.title(record.title), words.of(record.author)
    local isbn = isbn_of(record)
    if isbn then keys:add("i:" .. isbn) end
    keys:title("t", title, 6)
    for index = 1, math.min(4, #author) do keys:joined("ta", title.main[1], author[index], 3) end
    keys:name("a", author)
    return keys.list
  end,
}
