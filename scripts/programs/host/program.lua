return {
  name = "host",
  entry = "host.lua",
  summary = "The state of this mixhost: services, cache, jobs, refreshers, rules and programs.",
  grants = { data = true, rules = true, settings = true },
  screens = {
    { "status", title = "Status" },
    { "rules", title = "Rules" },
    { "programs", title = "Programs" },
  },
}
