-- mixhost feed unread: marks videos as unread.

local marking = require("programs.feed.lib.marking")

return marking.command({
  name = "unread", summary = "Marks stored videos as unread.",
  mark = "unread", is_set = true, done = "marked as unread",
})
