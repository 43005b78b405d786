return {
  name = "host",
  entry = "host.lua",
  summary = "The state of this mixhost: services, cache, jobs, refreshers, rules and programs.",
  grants = { accounts = { "spotify" }, data = true, rules = true, settings = true },
  screens = {
    { "settings", title = "Settings" },
    { "status", title = "Status" },
    { "rules", title = "Rules" },
    { "programs", title = "Programs" },
  },
}
