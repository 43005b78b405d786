-- The files of the answers beside this one.
return { "subscriptions" }
