-- The feed of the channels that the user follows: from a hub (document 003), asked to look for
-- new videos at most every 15 minutes, or from YouTube's own feeds. Stored videos are kept and
-- shown when the source is down.

require("programs.feed.lib.commands").run()
