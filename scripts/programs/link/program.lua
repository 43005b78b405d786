return {
  name = "link",
  entry = "link.lua",
  summary = "Links the rows of one table to those of another.",
  grants = { data = true },
}
