return {
  name = "connect",
  entry = "connect.lua",
  summary = "Addresses at which this server answers other programs.",
  grants = { data = true },
}
