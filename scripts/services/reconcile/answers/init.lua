-- The files of the answers of reconciliation services beside this one.
return { "search", "manifest" }
