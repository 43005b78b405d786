-- mixhost feed unstar: takes stars away.

local marking = require("programs.feed.lib.marking")

return marking.command({
  name = "unstar", summary = "Takes the star of stored videos away.",
  mark = "starred", is_set = false, done = "without the star now",
})
