-- A music server of one's own that speaks Subsonic's API: its songs as a table, its playlists as
-- files, and files as playlists.

require("programs.subsonic.lib.commands").run()
