-- The files of TMDB's answers beside this one.
return { "search", "list", "movie", "series", "find", "identifiers", "titles", "genres" }
