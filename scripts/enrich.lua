-- A library of books: imports what readers' services export, asks Open Library and Google Books for
-- what is missing, and sets aside doubtful matches until the user decides.

require("programs.books.lib.commands").run()
