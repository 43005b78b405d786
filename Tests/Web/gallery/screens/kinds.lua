local words = require("lib.words")

local function facts()
  return {
    { label = words.markup, value = words.markup, source = words.markup },
    { label = "Year", value = 1978, href = "https://example.org/" },
    { label = words.arabic, value = words.arabic },
  }
end

local function item(key)
  return { key = key, title = key == 1 and words.markup or "Item " .. key, subtitle = words.arabic,
    text = words.long, badge = words.markup, tone = "warning",
    actions = { { label = "Mark", action = "mark", args = key } } }
end

local function candidate(key)
  return { key = key, title = words.markup, subtitle = words.arabic, score = 0.9 - key / 10,
    facts = facts(),
    parts = { { label = "Title", value = 0.5, text = words.markup }, { label = "Year",
      value = -0.1 } } }
end

local function rows(state)
  local list = {}
  for place = 1, 6 do
    list[place] = { place = place, title = place == 1 and words.markup or "Row " .. place,
      name = words.arabic, count = place == 2 and state.count or place, at = 1790000000 }
  end
  return list
end

local function opened(state)
  if not state.open then return nil end
  return { "detail", title = "Row " .. state.open, subtitle = words.markup, on_close = "close",
    facts = facts(),
    { "text", words.markup }, { "embed", service = "youtube", video = "abc_-1",
      title = words.markup },
    { "form", submit = "save", fields = { { name = "name", label = "Name",
      value = "Row " .. state.open } } } }
end

local function numbers()
  local list = {}
  for place = 1, 60 do list[place] = place * 7 % 23 end
  return list
end

return {
  view = function(state)
    state.count = state.count or 0
    if state.broken then error("the view is broken on purpose") end
    return { "page", title = words.markup,
      { "message", words.markup, tone = "info", actions = { { label = "Count",
        action = "count" } } },
      { "message", state.said, tone = "success", seconds = 60 },
      { "message", "A problem: " .. words.markup, tone = "error" },
      { "text", words.markup, style = "muted" },
      { "link", "Count", action = "count" }, { "link", "Fail", action = "fail" },
      { "link", "Break", action = "break_view" }, { "link", words.markup,
        href = "https://example.org/" },
      { "link", "Work", action = "work" },
      state.done and { "progress", "Working " .. words.markup, done = state.done, total = 4,
        actions = { { label = "Stop", action = "stop" } } },
      { "text", "Heading " .. words.markup, style = "heading" }, { "text", words.markup,
        style = "code" },
      { "table", key = "place", on_select = "open", rows = rows(state), columns = {
        { key = "place", title = "#" }, { key = "title", title = words.markup },
        { key = "name", title = "Name", drop = 1 }, { key = "count", title = "Count" },
        { key = "at", title = "When", format = "time", drop = 2 } } },
      { "list", on_select = "open", items = { item(1), item(2), item(3) } },
      { "review", key = "doubt " .. (state.decided or 0), on_choose = "decide",
        on_reject = "decide",
        subject = { title = words.markup, facts = facts() }, candidates = { candidate(1),
          candidate(2) } },
      { "plot", title = words.markup, unit = "s", series = { { name = words.markup,
        values = numbers() } } },
      { "embed", service = "youtube", video = "abc_-1", title = words.markup },
      { "page", title = "Part " .. words.markup, { "text", words.long } },
      { "list", items = {}, empty = "Nothing here. " .. words.markup },
      opened(state),
    }
  end,
  actions = {
    count = function(state) state.count = state.count + 1 end,
    mark = function(state, key) state.said = "Marked " .. key end,
    fail = function() error("refused: " .. words.markup, 0) end,
    break_view = function(state) state.broken = true end,
    work = function(state, _, update)
      state.done, state.stopped = 1, false
      update()
      repeat mix.task.sleep(0.05) until state.stopped
      state.done = nil
    end,
    stop = function(state) state.stopped = true end,
    open = function(state, key) state.open = key end,
    close = function(state) state.open = nil end,
    save = function(state, values) state.said = "Saved " .. (values.name or "") end,
    decide = function(state) state.decided = (state.decided or 0) + 1 end,
  },
}
