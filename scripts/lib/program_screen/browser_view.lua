-- Formats a screen's browser as lines for a terminal of some size.

local browser_view = {}

local foot_rows = 3
local least_cell = 38
-- Columns that a title gets before the text after it gets any.
local least_title = 16
-- Screens of a few rows leave out the line of keys first, then the remarks, then the status.
local rows_with_keys, rows_with_remarks, rows_with_status = 6, 5, 4

--- Returns the layout of items on a terminal: {across, down, cell}, with the cell's width in
--- columns. `remarks`: number of remark lines; one always has space.
function browser_view.geometry(columns, rows, remarks)
  local across = math.max(1, columns // least_cell)
  return {
    across = across, down = math.max(1, rows - foot_rows - 1 - math.max(1, remarks or 0)),
    cell = math.max(1, columns // across),
  }
end

-- The widest text of a field of items, in columns.
local function widest(items, field)
  local width = 0
  for _, item in ipairs(items) do
    if item[field] then width = math.max(width, mix.ui.columns(item[field])) end
  end
  return width
end

-- Formats a cell: "> Paper Boats      2024 · Movie ★ 7.1"; in a narrow cell less follows the title.
local function cell(item, is_selected, width, tails)
  local title_width, tail = width - 3, ""
  for _, part in ipairs(tails) do
    local left = title_width - part.width - 1
    if part.width == 0 or left < least_title then break end
    title_width, tail = left, tail .. " " .. mix.ui.fit(item[part.field] or "", part.width)
  end
  local text = (is_selected and "> " or "  ")
    .. mix.ui.fit(item.title, math.max(1, title_width)) .. tail
  return { mix.ui.fit(text, width), is_selected and "bold" or nil }
end

--- Returns the rows of the grid, from the row `top` (from 0) on. Items: {title, subtitle, badge}.
function browser_view.grid(items, selected, top, geometry)
  local lines, tails = {}, {}
  for place, field in ipairs({ "subtitle", "badge" }) do
    tails[place] = { field = field, width = widest(items, field) }
  end
  for row = 0, geometry.down - 1 do
    local cells = {}
    for column = 1, geometry.across do
      local place = (top + row) * geometry.across + column
      if items[place] then
        cells[column] = cell(items[place], place == selected, geometry.cell, tails)
      end
    end
    lines[row + 1] = #cells > 0 and cells or ""
  end
  return lines
end

-- A required notice, short where the whole would be cut off.
local function notice(view, columns)
  local fits = mix.ui.columns(view.notice) <= columns
  return fits and view.notice or view.short_notice or view.notice
end

--- Returns the lines of the whole terminal: head, remarks, body, status, keys and notice. `view`:
--- {head, remarks, body, status, keys, notice, short_notice}.
function browser_view.screen(view, columns, rows)
  local lines = { { view.head, "bold" } }
  if rows >= rows_with_remarks then
    for place = 1, math.max(1, #view.remarks) do lines[place + 1] = view.remarks[place] or "" end
  end
  local down = browser_view.geometry(columns, rows, #view.remarks).down
  for row = 1, down do lines[#lines + 1] = view.body[row] or "" end
  if rows >= rows_with_status then lines[#lines + 1] = view.status end
  if rows >= rows_with_keys then lines[#lines + 1] = { view.keys, "dim" } end
  lines[#lines + 1] = { notice(view, columns), "dim" }
  return lines
end

--- Returns a part of a text that is longer than the terminal, from the line `top` (from 0) on.
function browser_view.part(lines, top, down)
  return table.move(lines, top + 1, math.min(#lines, top + down), 1, {})
end

--- Returns the lines of a list of choices: {label, is_current}.
function browser_view.choices(choices, selected, down)
  local first = math.max(1, math.min(selected - down // 2, #choices - down + 1))
  local lines = {}
  for place = first, math.min(#choices, first + down - 1) do
    local choice = choices[place]
    local text = ("%s %s%s"):format(place == selected and ">" or " ", choice.label,
      choice.is_current and "  (now)" or "")
    lines[#lines + 1] = place == selected and { text, "bold" } or text
  end
  return lines
end

return browser_view
