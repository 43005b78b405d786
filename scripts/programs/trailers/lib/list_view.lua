-- The list as people read it: a table on a terminal, lines in a pipe, sentences to be read aloud.
-- It is printed as it comes, a part after the other.

local terminal_text = require("lib.terminal_text")
local words = require("programs.trailers.lib.words")

local list_view = {}

-- On a narrow terminal columns go in their turns; what `detail` takes goes last.
local columns = {
  { key = "place", title = "#", align = "right", drop = 5 },
  { key = "title", title = "Title", least = 16 },
  { key = "year", title = "Year", drop = 4 }, { key = "score", title = "Score", drop = 2 },
  { key = "kind", title = "Type", drop = 3 },
  { key = "genres", title = "Genres", least = 12, drop = 1 },
  { key = "key", title = "Detail", least = 20, drop = 6 },
}
-- The widths of columns whose later cells are not known yet.
local usual = { title = 40, genres = 24, key = 13, score = 5, kind = 5, year = 4 }

--- "1 title", "20 titles".
function list_view.count(number) return words.count(number, "title") end

local function row(item, place)
  return {
    place = place, title = item.title, year = words.year(item), score = words.score(item),
    kind = words.kind(item), genres = table.concat(item.genres, ", "), key = item.key,
  }
end

-- Columns of a table that is printed in parts: of one width in all of them.
local function pinned(rows, expected)
  local list = {}
  for place, column in ipairs(columns) do
    local width = math.max(mix.ui.columns(column.title), usual[column.key] or #tostring(expected))
    for _, cells in ipairs(rows) do
      width = math.max(width, mix.ui.columns(tostring(cells[column.key])))
    end
    list[place] = {
      key = column.key, title = column.title, align = column.align, drop = column.drop,
      least = column.least, width = width, expected = width,
    }
  end
  return list
end

local Printer = {}
Printer.__index = Printer

local function print_rows(self, items, first)
  local rows = {}
  for place = first, #items do rows[#rows + 1] = row(items[place], place) end
  if not self.columns then
    print(mix.ui.color(words.plain(self.summary), "bold"))
    self.columns = self.expected > #items and pinned(rows, self.expected) or columns
  elseif not self.is_continued then
    -- The heads stand above the first part.
    self.is_continued = true
    for _, column in ipairs(self.columns) do column.title = "" end
  end
  mix.ui.table(rows, { columns = self.columns })
end

local function print_fields(items, first)
  for place = first, #items do
    local item = items[place]
    print(terminal_text.fields({ place, item.title, item.date or "", item.rating or "", item.type,
      table.concat(item.genres, ", "), item.key }))
  end
end

--- Prints what is new of the items.
function Printer:print(items)
  local first = self.printed + 1
  if #items < first then return end
  if self.accessible then
    if first == 1 then words.print(self.summary) end
    for place = first, #items do print(words.spoken(items[place])) end
  elseif mix.ui.is_terminal() then
    print_rows(self, items, first)
  else
    print_fields(items, first)
  end
  self.printed = #items
end

--- Prints items below a summary, as they come. Options: `accessible`; `expected`, how many there
-- may be in all.
function list_view.printer(summary, options)
  return setmetatable({
    summary = summary, accessible = options.accessible, expected = options.expected or 0,
    printed = 0,
  }, Printer)
end

return list_view
