return {
  name = "connect",
  entry = "connect.lua",
  summary = "Addresses at which mixhost serve answers other programs.",
  grants = { data = true },
}
