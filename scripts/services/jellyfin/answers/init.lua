-- The files of answers beside this one.
return { "users", "items", "lookup", "playlists", "playlist", "create" }
