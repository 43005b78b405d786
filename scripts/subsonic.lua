-- A music server of one's own that speaks Subsonic's API: its songs as a table, its playlists as
-- files, and files as playlists.

require("lib.music_server").run("subsonic", require("services.subsonic.provider"),
  require("rules.lib.service_search").run)
