-- The files of answers beside this one.
return { "search", "books", "films", "people" }
