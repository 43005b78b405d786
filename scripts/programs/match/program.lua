return {
  name = "match",
  entry = "match.lua",
  summary = "Matches the rows of a table with a service or another table.",
  services = { "*" },
  grants = { data = true },
}
