-- The manifest of reconciliation services (docs/services-own.md). Plain data, no code.
return {
  title = "Reconciliation",
  -- Each has an address: match --with reconcile:ADDRESS, or mixhost config set upstream.reconcile.
  upstreams = { reconcile = { concurrency = 2 } },
  about = {
    hosts = "the reconciliation service that you name",
    used_by = "`match --with reconcile:ADDRESS`",
    key = "its address",
    limit = "its own; mixhost asks about 20 rows at once, two questions at a time",
    cost = "its own",
    source = "[Reconciliation Service API](https://reconciliation-api.github.io/specs/0.2/)",
    learns = "titles or names of the rows, and what else of them it has properties for",
    sign_up = "[reconciliation.md](reconciliation.md#reconciliation-services) has the steps.",
  },
}
