-- The files of answers beside this one.
return { "recordings", "recording", "releases", "works", "artists", "groups" }
