-- The list as people read it: a table on a terminal, lines in a pipe, sentences to be read aloud.

local filters = require("programs.trailers.lib.filters")
local words = require("programs.trailers.lib.words")

local list_view = {}

local columns = {
  { key = "place", title = "#", align = "right" }, { key = "title", title = "Title" },
  { key = "year", title = "Year" }, { key = "score", title = "Score" },
  { key = "kind", title = "Type" }, { key = "genres", title = "Genres" },
  { key = "key", title = "Detail" },
}

--- "1 title", "20 titles".
function list_view.count(number) return words.count(number, "title") end

local function print_table(items)
  local rows = {}
  for place, item in ipairs(items) do
    rows[place] = {
      place = place, title = item.title, year = words.year(item), score = words.score(item),
      kind = words.kind(item), genres = table.concat(item.genres, ", "), key = item.key,
    }
  end
  mix.ui.table(rows, { columns = columns })
end

local function print_fields(items)
  for place, item in ipairs(items) do
    print(table.concat({
      place, words.plain(item.title), item.date or "", item.rating or "", item.type,
      words.plain(table.concat(item.genres, ", ")), item.key,
    }, "\t"))
  end
end

--- Prints items below a filter in words. Options: `accessible`.
function list_view.print_items(summary, items, options)
  if options.accessible then
    words.print(summary)
    for _, item in ipairs(items) do print(words.spoken(item)) end
  elseif not mix.ui.is_terminal() then
    print_fields(items)
  else
    print(mix.ui.color(words.plain(summary), "bold"))
    print_table(items)
  end
end

--- Prints the items of a filter's state. Options: `accessible`.
function list_view.print(state, items, options)
  list_view.print_items(filters.summary(state), items, options)
  if #items == 0 then mix.ui.note("nothing fits " .. filters.summary(state)) end
end

return list_view
