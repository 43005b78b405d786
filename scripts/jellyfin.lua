-- A Jellyfin server of one's own: its songs as a table, its playlists as files, and files as
-- playlists.

require("lib.music_server").run("jellyfin", require("services.jellyfin.provider"),
  require("rules.lib.service_search").run)
