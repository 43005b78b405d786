-- The files of ntfy's answers beside this one.
return { "publish" }
