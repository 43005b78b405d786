-- 5,000 cards, filters, and a detail.

local shows = { { value = "all", label = "All" }, { value = "odd", label = "Odd ones" } }

local function items(state)
  local list = {}
  for place = 1, 5000 do
    if state.show ~= "odd" or place % 2 == 1 then
      list[#list + 1] = { key = place, title = "Card " .. place, subtitle = "2021 · ★ 7.5",
        label = ("Card %d, 2021, rated 7.5 out of 10, Movie"):format(place),
        badge = place % 5 == 0 and "TV" or nil }
    end
  end
  return list
end

return {
  view = function(state)
    return { "page",
      { "filters", on_change = "filter", notes = state.notes, fields = {
        { name = "text", label = "Words" },
        { name = "show", label = "Show", type = "choice", options = shows,
          value = state.show or "all" } } },
      { "cards", on_select = "open", items = items(state), empty = "No card is like that." },
      state.open and { "detail", title = "Card " .. state.open, on_close = "close" },
    }
  end,
  actions = {
    filter = function(state, values)
      state.show = values.show
      state.notes = values.show == "odd" and { "Even ones are left out." } or nil
    end,
    open = function(state, key) state.open = key end,
    close = function(state) state.open = nil end,
  },
}
