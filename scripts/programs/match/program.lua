return {
  name = "match",
  entry = "match.lua",
  summary = "Matches the rows of a table with a service or another table.",
  services = { "*" },
  settings = { { "match.country", pattern = "[A-Za-z]{2}", default = "us",
    expected = "the two letters of a country, such as us",
    help = "The iTunes store that is searched." } },
  screens = { { "match", title = "Match" } },
  grants = { data = true, rules = true },
}
