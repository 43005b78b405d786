-- The files of TMDB's answers beside this one.
return { "search", "list", "movie", "series", "season", "find", "identifiers", "titles", "genres" }
