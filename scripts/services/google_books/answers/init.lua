-- The files of Google Books' answers beside this one.
return { "search", "isbn" }
