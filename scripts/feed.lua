-- The feed of the channels that the user follows: from a MeTube hub, which is asked to look for
-- new videos at most every 15 minutes, or from YouTube's own feeds. What was fetched is kept and
-- shown when the source is down.

local commands = require("lib.feed.commands")

-- The first word that names a command; options may stand before it.
local function chosen()
  for _, word in ipairs(arg) do
    if commands.known[word] then return word end
  end
  return "refresh"
end

require("lib.feed.commands." .. chosen())()
