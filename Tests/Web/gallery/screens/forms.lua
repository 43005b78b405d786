-- Every type of field. Time passes while somebody types.

local words = require("lib.words")

local fields = {
  { name = "name", label = "Name", required = true, help = words.markup },
  { name = "size", label = "Size", type = "integer", value = 30 },
  { name = "ratio", label = "Ratio", type = "number", value = 0.5 },
  { name = "open", label = "Open for all", type = "flag", value = true },
  { name = "order", label = "Order", type = "choice", value = "rank",
    options = { { value = "rank", label = "By rank" }, { value = "mixed",
      label = words.markup } } },
  { name = "since", label = "Since", type = "date" },
  { name = "source", label = "Source", type = "url", error = words.markup },
  { name = "key", label = "Key", type = "password" },
  { name = "notes", label = words.arabic, type = "multiline", value = words.markup },
}

return {
  view = function(state)
    return { "page",
      { "text", ("Changed %d times"):format(state.ticks or 0) },
      { "link", "Tick for a while", action = "tick" },
      { "message", state.said, tone = "success" },
      { "form", title = "All fields", fields = fields, submit = "send", label = "Send" } }
  end,
  actions = {
    tick = function(state, _, update)
      for _ = 1, 20 do
        state.ticks = (state.ticks or 0) + 1
        update()
        mix.task.sleep(0.1)
      end
    end,
    send = function(state, values)
      state.said = ("Sent %s, %s, %s"):format(values.name, values.size, tostring(values.open))
    end,
  },
}
