-- The files of YouTube's answers beside this one.
return { "feed", "list", "page" }
