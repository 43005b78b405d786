return {
  name = "host",
  entry = "host.lua",
  summary = "What this mixhost does: services, cache, jobs, refreshers, rules and programs.",
  grants = { data = true, rules = true, settings = true },
  screens = {
    { "status", title = "Status" },
    { "rules", title = "Rules" },
    { "programs", title = "Programs" },
  },
}
