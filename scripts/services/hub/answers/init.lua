-- The files of a MeTube hub's answers beside this one.
return { "health", "channels", "reconcile", "feed" }
