-- Films and series at TMDB in one view: a pager for the terminal, lists, details with trailers, and
-- the genres.

require("programs.trailers.lib.commands").run()
