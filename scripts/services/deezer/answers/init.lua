-- The files of answers beside this one.
return { "artists", "track", "top" }
