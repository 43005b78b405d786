-- A title as a part of an address: its words without accents, joined by dashes. The mock of picture
-- hosts draws the title that it reads there.

local catalogue = require("lib.mock.catalogue")

--- Returns the text of a title, or `otherwise` where no word is written in ASCII.
return function(title, otherwise)
  local plain = {}
  for _, word in ipairs(catalogue.words(title)) do
    if not word:find("[\x80-\xff]") then plain[#plain + 1] = word end
  end
  return #plain > 0 and table.concat(plain, "-") or otherwise
end
