-- Films and series at TMDB in one view: a pager for the terminal, lists, details with trailers, and
-- the genres.

local commands = require("lib.trailers.commands")

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
require("lib.trailers.commands." .. name)()
