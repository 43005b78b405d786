-- The files of a webhook's answers beside this one.
return { "post" }
