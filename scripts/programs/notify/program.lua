return {
  name = "notify",
  entry = "notify.lua",
  summary = "Notices of new videos, jobs, doubts, log-ins and charts, where you want them.",
  settings = {
    { "notify.every", type = "choice", choices = { "off", "1m", "5m", "15m", "1h" },
      default = "off",
      help = "How often the server looks for what is worth a notice; off: none is made." },
    { "notify.policy", pattern = "[A-Za-z0-9_-]+", default = "fixed",
      expected = "the name of a refresh rule, such as fixed",
      help = "The refresh rule of notices." },
    { "notify.to", type = "list", choices = { "ntfy", "webhook", "mail", "desktop" },
      help = "The receivers of notices." },
    { "notify.mail_to", private = true, pattern = "[^ ,<>]+@[^ ,<>]+",
      expected = "an address",
      help = "Where notices by mail go; unset: mail.from." },
  },
  services = { "ntfy", "webhook" },
  grants = { data = true },
  collections = {
    -- Events by keys that stay the same; the messages that were made of them; how things stood.
    events = { key = "key", indexes = { "status", "at" }, shared = true },
    messages = { key = "key", indexes = { "state", "receiver", "due" } },
    marks = { key = "name" },
  },
  store_version = 1,
  refreshers = {
    notify = {
      doc = "notices of what has happened", every = "notify.every", policy = "notify.policy",
      run = { "send" },
    },
  },
}
