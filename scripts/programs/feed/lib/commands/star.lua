-- mixhost feed star: marks videos with a star.

local marking = require("programs.feed.lib.marking")

return marking.command({
  name = "star", summary = "Marks stored videos with a star; they are kept, however many come.",
  mark = "starred", is_set = true, done = "marked with a star",
})
