-- The files of answers beside this one.
return { "search" }
