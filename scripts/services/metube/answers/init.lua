-- The files of MeTube's answers beside this one.
return { "add", "history" }
