return {
  name = "reconcile",
  entry = "reconcile.lua",
  summary = "Answers OpenRefine and others about a table, by the Reconciliation API.",
  services = { "*" },
  grants = { data = true },
}
