-- The files of answers beside this one.
return { "tracks", "artists", "track" }
