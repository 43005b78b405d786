-- The playlists of a user of ListenBrainz, for other programs: as CSV, M3U, JSPF, XSPF or JSON.

require("programs.listenbrainz.lib.commands").run()
