-- The files of answers beside this one.
return { "search", "song", "playlists", "playlist", "extensions", "create" }
