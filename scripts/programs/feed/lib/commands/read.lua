-- mixhost feed read: marks videos as read.

local marking = require("programs.feed.lib.marking")

return marking.command({
  name = "read", summary = "Marks stored videos as read.",
  mark = "unread", is_set = false, done = "marked as read", takes_all = true,
})
