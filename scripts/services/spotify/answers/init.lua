-- The files of answers beside this one.
return { "user", "artists", "artist", "tracks", "playlists", "items", "writing", "heard" }
