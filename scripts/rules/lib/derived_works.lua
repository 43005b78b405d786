-- Tells a work from those made of it: a summary, a box, a play, a graphic novel.

local listed = require("rules.lib.listed")
local names = require("rules.lib.names")

-- Writers of graphic novels: of their books "A Graphic Novel" says what they are; others are made
-- of another book.
local cartoonists = {}
for _, name in ipairs(listed(require("rules.data.cartoonists"))) do
  cartoonists[names.parse(name)[1].key] = true
end

-- Whether a title says of itself what it is, as "Jerusalem: A Cookbook".
local function says_what_it_is(book, other)
  local kind = book.title.derived
  if kind ~= "graphic novel" or other.title.derived then return kind == "cookbook" end
  for _, author in ipairs(book.authors or {}) do
    if cartoonists[author.key] then return true end
  end
  return false
end

local derived_works = {}

--- Returns why two books are works of two kinds; nil for one kind. Both have `title` (of
--- lib.booktitles) and `authors`; `one_author` tells that they are by the same people.
function derived_works.conflict(a, b, one_author)
  local ours, theirs = a.title.derived, b.title.derived
  local form, other = a.title.form, b.title.form
  if form and other and form ~= other then return ("%s, not %s"):format(other, form) end
  if ours == theirs then return nil end
  if one_author and (says_what_it_is(a, b) or says_what_it_is(b, a)) then return nil end
  return ours and ("a %s is wanted"):format(ours) or ("a %s"):format(theirs)
end

return derived_works
