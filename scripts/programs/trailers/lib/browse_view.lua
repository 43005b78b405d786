-- The output of the pager: lines for a screen of some size, made of the visible part.

local words = require("programs.trailers.lib.words")

local browse_view = {}

local head_rows = 2
local foot_rows = 3
local least_cell = 38
-- A title gets this many columns before year, score and type get any.
local least_title = 18
-- The screens of a few rows do without the line of keys, then without the remark, then the status.
local rows_with_keys, rows_with_remark, rows_with_status = 6, 5, 4

local keys = "arrows n p move · enter detail · t s g d c filter · x all · r again · q quit"

--- How many titles are beside and below each other on a screen: {across, down, cell}, the cell's
-- width in columns.
function browse_view.geometry(columns, rows)
  local across = math.max(1, columns // least_cell)
  return {
    across = across, down = math.max(1, rows - head_rows - foot_rows),
    cell = math.max(1, columns // across),
  }
end

-- "> Paper Boats            2024 ★ 7.1 Movie", as wide as a cell; in a narrow one less follows the
-- title.
local function cell(item, is_selected, width)
  local title_width, tail = width - 3, ""
  for _, part in ipairs({
    { words.year(item), 4 }, { words.score(item), 5 }, { words.kind(item), 5 },
  }) do
    local left = title_width - part[2] - 1
    if left < least_title then break end
    title_width, tail = left, tail .. " " .. mix.ui.fit(part[1], part[2])
  end
  local text = (is_selected and "> " or "  ")
    .. mix.ui.fit(item.title, math.max(1, title_width)) .. tail
  return { mix.ui.fit(text, width), is_selected and "bold" or nil }
end

--- The rows of the grid, from the row `top` (from 0) on.
function browse_view.grid(items, selected, top, geometry)
  local lines = {}
  for row = 0, geometry.down - 1 do
    local cells = {}
    for column = 1, geometry.across do
      local place = (top + row) * geometry.across + column
      if items[place] then
        cells[column] = cell(items[place], place == selected, geometry.cell)
      end
    end
    lines[row + 1] = #cells > 0 and cells or ""
  end
  return lines
end

-- TMDB's required notice, short where the whole would be cut off.
local function notice(view, columns)
  local fits = utf8.len(view.attribution) <= columns
  return fits and view.attribution or view.short_attribution or view.attribution
end

--- The whole screen: head, grid, the work in progress, the keys and what TMDB wants to be shown.
function browse_view.screen(view, columns, rows)
  local geometry = browse_view.geometry(columns, rows)
  local lines = { { view.summary, "bold" } }
  if rows >= rows_with_remark then
    lines[2] = view.remark and { view.remark, "yellow" } or ""
  end
  local body = view.body or browse_view.grid(view.items, view.selected, view.top, geometry)
  for row = 1, geometry.down do lines[#lines + 1] = body[row] or "" end
  if rows >= rows_with_status then lines[#lines + 1] = view.status end
  if rows >= rows_with_keys then lines[#lines + 1] = { view.keys or keys, "dim" } end
  lines[#lines + 1] = { notice(view, columns), "dim" }
  return lines
end

--- A part of a text that is longer than the screen, from the line `top` (from 0) on.
function browse_view.part(lines, top, down)
  return table.move(lines, top + 1, math.min(#lines, top + down), 1, {})
end

--- A list to choose from: {label, is_current}.
function browse_view.choices(choices, selected, down)
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

return browse_view
