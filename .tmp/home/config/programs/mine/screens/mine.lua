-- The screen that `mixhost screen mine` and the page under `mixhost serve` show (docs/screens.md).

local provider = require("providers.mine")

return {
  -- A refresh is shown as soon as it has ended.
  watch = { "refresher:mine" },
  view = function(state)
    local limit = mix.env.setting("mine.limit")
    local songs, err = provider.open():search({
      title = state.term or "blinding lights", limit = math.tointeger(limit),
    })
    return { "page", title = "Songs",
      { "form", title = "Search", label = "Search", submit = "search", fields = {
        { name = "term", label = "Title", type = "text", value = state.term or "" },
      } },
      { "message", err and err.message, tone = "error" },
      { "table", key = "id", rows = songs or {}, empty = "No song has that title.", columns = {
        { key = "release_date", title = "Released" }, { key = "title", title = "Title" },
        { key = "artist", title = "Artist" },
      } },
    }
  end,
  actions = {
    search = function(state, values) state.term = values.term ~= "" and values.term or nil end,
  },
}
