-- A library of books: imports what readers' services export, asks Open Library and Google Books for
-- what is missing, and puts aside what is in doubt until the user decides.

local commands = require("lib.books.commands")

-- The first word that names a command; options may stand before it.
local function chosen()
  for _, word in ipairs(arg) do
    if commands.known[word] then return word end
  end
end

local name = chosen()
if not name then
  commands.explain()
  os.exit(2)
end
require("lib.books.commands." .. name)()
