return {
  name = "dedupe",
  entry = "dedupe.lua",
  summary = "Finds the rows of a table that are the same work.",
  grants = { data = true },
}
