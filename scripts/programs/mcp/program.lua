return {
  name = "mcp",
  entry = "mcp.lua",
  summary = "Tools for assistants, by the Model Context Protocol.",
  services = { "*" },
  grants = { data = true, records = { "feed.channels", "feed.videos", "chart.lists" } },
}
