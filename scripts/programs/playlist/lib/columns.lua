-- The columns of a table that a terminal has room for: the least important ones go before any text
-- is cut, and what the next command needs is never cut.

local columns = {}

local gap = 2

local function width_of(text)
  return utf8.len(tostring(text)) or #tostring(text)
end

-- As wide as the widest cell of a column, its title included.
local function natural(column, rows)
  local width = width_of(column.title)
  for _, row in ipairs(rows) do
    local cell = row[column.key]
    if cell ~= nil then width = math.max(width, width_of(cell)) end
  end
  return width
end

local function sum(list)
  local total = (#list - 1) * gap
  for _, column in ipairs(list) do total = total + column.natural end
  return total
end

-- The column that goes next: the one of the highest `drop`; nil when all others are needed.
local function least(list)
  local place
  for number, column in ipairs(list) do
    if column.drop and (not place or column.drop > list[place].drop) then place = number end
  end
  return place
end

--- The columns that fit, for mix.ui.table. Each: key, title, align, `drop` (the higher, the sooner
--- it goes; nil: it stays), `flexible` (its texts may be cut). `width`: default that of the
--- terminal; in a pipe all stay.
function columns.fit(rows, list, width)
  local fitting = {}
  for place, column in ipairs(list) do
    fitting[place] = {
      key = column.key, title = column.title, align = column.align, drop = column.drop,
      flexible = column.flexible, natural = natural(column, rows),
    }
  end
  if not width and not mix.ui.is_terminal() then width = math.huge end
  width = width or mix.ui.width()
  while sum(fitting) > width do
    local place = least(fitting)
    if not place then break end
    table.remove(fitting, place)
  end
  local over = sum(fitting) - width
  local shown = {}
  for place, column in ipairs(fitting) do
    local room = column.flexible and over > 0 and math.max(1, column.natural - over) or nil
    shown[place] = {
      key = column.key, title = column.title, align = column.align, width = room,
    }
  end
  return shown
end

return columns
