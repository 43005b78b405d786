-- A long table, and a short one that grows while somebody looks.

return {
  view = function()
    local rows = {}
    for place = 1, 20000 do
      rows[place] = { place = place, title = "Row " .. place, count = place % 77, granted = "yes",
        purpose = "says what the row is for, in many words" }
    end
    return { "page", { "table", key = "place", on_select = "open", rows = rows, columns = {
      { key = "place", title = "#" }, { key = "title", title = "Title" },
      { key = "purpose", title = "Purpose" }, { key = "granted", title = "Granted" },
      { key = "count", title = "Count" } } } }
  end,
  actions = { open = function() end },
}
