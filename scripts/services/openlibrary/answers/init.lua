-- The files of Open Library's answers beside this one.
return { "search", "isbn", "work" }
