-- Pictures of made-up covers and thumbnails: the same title always looks alike.

local words_of = require("lib.mock.catalogue.words")

local pictures = {}

local passed_over = { the = true, a = true, an = true, of = true }

-- The first letters of a title's first two words that say something.
local function initials(title)
  local letters = {}
  for _, word in ipairs(words_of(title)) do
    if not passed_over[word] and #letters < 2 then
      letters[#letters + 1] = word:match(utf8.charpattern):upper()
    end
  end
  return letters[1] and table.concat(letters) or "?"
end

--- Returns the bytes of a cover (PNG).
function pictures.file(title, width, height)
  return mix.mock.cover(title, initials(title), width, height)
end

--- Returns the answer that is a file.
function pictures.answer(bytes, type_name)
  return {
    body = bytes, type = type_name or "image/png",
    headers = { ["Cache-Control"] = "public, max-age=86400" },
  }
end

--- Returns the answer that is a cover with the initials of a title.
function pictures.cover(title, width, height)
  return pictures.answer(pictures.file(title, width, height))
end

-- In units of eight points.
local sizes = { S = { 5, 8 }, M = { 22, 34 }, L = { 40, 62 } }

-- One transparent point (GIF89a), as services send for a cover that they do not have.
local point = "GIF89a\1\0\1\0\x80\0\0\0\0\0\0\0\0!\xF9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"

--- Whether books have covers of a size.
function pictures.is_size(size) return sizes[size] ~= nil end

--- Returns the answer that is the cover of the book at a place. `size`: S, M or L; `is_strict`: 404
--- where there is none.
function pictures.of_book(index, size, is_strict)
  local listing = index and require("lib.mock.catalogue").listing(index * 8, "openlibrary")
  local cover = listing and listing.cover
  if cover == "picture" then
    return pictures.cover(listing.book.title, sizes[size][1] * 8, sizes[size][2] * 8)
  end
  if not cover and is_strict then return { status = 404 } end
  return { body = point, type = "image/gif" }
end

return pictures
