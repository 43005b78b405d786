-- Converts a table's node for mix.ui.table and mix.ui.live, so that a screen and its program's
-- command show the same.

local tables = {}

-- The rows that decide the widths of a table that is printed as its rows come.
local part = 500

-- The columns that a key keeps, as part of one chooses nothing; longer ones do not fit anywhere.
local least_key = 60

-- Parts that a terminal cannot show; --json has their addresses.
local unseen = { image = true, audio = true }

local function columns_of(node, expected)
  local columns, has_key = {}, false
  for _, column in ipairs(node.columns) do
    local is_key = column.key == node.key
    has_key = has_key or is_key
    if not unseen[column.format] then
      columns[#columns + 1] = {
        key = column.key, title = column.title or column.key, align = column.align,
        least = is_key and node.on_select and least_key or column.least, drop = column.drop,
        expected = expected and expected[column.key],
      }
    end
  end
  -- A user who chooses a row has to see its key.
  if node.on_select and node.key and not has_key then
    table.insert(columns, 1, { key = node.key, title = "key", least = least_key })
  end
  return columns
end

local function time_text(value)
  local seconds = tonumber(value)
  if not seconds then return value end
  return os.date("%Y-%m-%d %H:%M", math.floor(seconds))
end

-- Rows whose times are formatted by the terminal's clock.
local function rows_of(node, rows)
  local times = {}
  for _, column in ipairs(node.columns) do
    if column.format == "time" then times[#times + 1] = column.key end
  end
  if #times == 0 then return rows end
  local copies = {}
  for place, row in ipairs(rows) do
    local copy = {}
    for name, value in pairs(row) do copy[name] = value end
    for _, name in ipairs(times) do copy[name] = time_text(row[name]) end
    copies[place] = copy
  end
  return copies
end

--- Prints a table's node. `rows`: those of its rows to print (default: all).
function tables.print(node, rows)
  mix.ui.table(rows_of(node, rows or node.rows), { columns = columns_of(node) })
end

local function widened(widths, columns, rows)
  for _, row in ipairs(rows) do
    for _, column in ipairs(columns) do
      local value = row[column.key]
      if value ~= nil then
        widths[column.key] = math.max(widths[column.key] or 0, mix.ui.columns(tostring(value)))
      end
    end
  end
end

--- Prints a table as its rows come, so that a long one need not fit into memory; wider cells that
--- come later widen the rows from there on.
--- `next_row`: an iterator. `node_of(rows, has_more)`: the table's node for the first rows.
--- Returns whether there was a row.
function tables.print_each(next_row, node_of)
  local node, widths = nil, {}
  while true do
    local rows = {}
    for row in next_row do
      rows[#rows + 1] = row
      if #rows == part then break end
    end
    if #rows == 0 then return node ~= nil end
    local is_first = node == nil
    node = node or node_of(rows, #rows == part)
    if not is_first or #rows == part then
      for _, column in ipairs(node.columns) do
        widths[column.key] = math.max(widths[column.key] or 0,
          mix.ui.columns(column.title or column.key))
      end
      widened(widths, node.columns, rows)
    end
    local columns = columns_of(node, widths)
    if not is_first then
      for _, column in ipairs(columns) do column.title = "" end
    end
    mix.ui.table(rows_of(node, rows), { columns = columns })
    if #rows < part then return true end
  end
end

--- Draws a table's node whose rows are filled in place: a ui.live. `expected`: widths of later
--- cells, by key.
function tables.live(node, expected)
  return mix.ui.live(rows_of(node, node.rows), { columns = columns_of(node, expected) })
end

return tables
