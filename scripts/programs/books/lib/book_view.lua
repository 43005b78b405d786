-- Books on the terminal: the table of a list, the page of one book.

local book_view = {}

-- A score of rules that count points is above 1.
function book_view.score(score)
  if not score then return nil end
  return (score > 1 and "%g" or "%.2f"):format(score)
end

local function row(work)
  return {
    id = work.id, status = work.status, title = work.title,
    author = table.concat(work.creators or {}, ", "), year = work.year,
    score = book_view.score(work.score), note = work.error,
  }
end

local number = { key = "id", title = "#", align = "right" }
local year = { key = "year", title = "year", align = "right" }

-- The columns that a width has room for. Numbers and titles always: the next command wants a
-- number.
local function columns(width, has_notes)
  if width < 50 then return { number, "status", "title" } end
  if width < 72 then return { number, "status", "title", "author" } end
  local all = { number, "status", "title", "author", year, "score" }
  if has_notes then all[#all + 1] = "note" end
  return all
end

--- Shows works as a table. Where nothing is cut, in a pipe, it has all columns.
function book_view.list(works)
  local rows, has_notes = {}, not mix.ui.is_terminal()
  for place, work in ipairs(works) do
    rows[place] = row(work)
    has_notes = has_notes or work.error ~= nil
  end
  local width = mix.ui.is_terminal() and mix.ui.width() or 1000
  mix.ui.table(rows, { columns = columns(width, has_notes) })
end

-- Breaks text at spaces into lines of limited width.
local function wrapped(text, width)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    if line ~= "" and utf8.len(line .. word) and utf8.len(line .. " " .. word) > width then
      lines[#lines + 1], line = line, ""
    end
    line = line == "" and word or line .. " " .. word
  end
  lines[#lines + 1] = line
  return lines
end

local widest_label = 24

-- A page in the making: lines of a label, a text and its source.
local Page = {}
Page.__index = Page

function Page:add(label, value, from)
  if value == nil or value == "" then return end
  local text = tostring(value):gsub("%c+", " ")
  if from then text = ("%s  (%s)"):format(text, from) end
  self[#self + 1] = { label, text }
end

-- On a terminal texts are broken at spaces; in a pipe each field is one line.
function Page:print()
  local label_width = 0
  for _, line in ipairs(self) do label_width = math.max(label_width, utf8.len(line[1]) or 0) end
  label_width = math.min(label_width, widest_label)
  local width = 100000
  if mix.ui.is_terminal() then
    label_width = math.min(label_width, mix.ui.width() // 3)
    width = math.max(16, mix.ui.width() - label_width - 2)
  end
  for _, line in ipairs(self) do
    for place, text in ipairs(wrapped(line[2], width)) do
      print(("%s  %s"):format(mix.ui.fit(place == 1 and line[1] or "", label_width), text))
    end
  end
end

local function sorted_keys(map)
  local names = {}
  for name in pairs(map or {}) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local facts = {
  "title", "subtitle", "creators", "year", "publisher", "pages", "language", "series",
  "series_position", "cover", "description", "subjects",
}

local function add_candidates(page, candidates)
  for place, candidate in ipairs(candidates or {}) do
    local fields = candidate.fields
    page:add(("candidate %d"):format(place), ("%s · %s · %s · %s"):format(fields.title,
      table.concat(fields.creators or {}, ", "), fields.year or "no year",
      book_view.score(candidate.score or 0)), candidate.source)
  end
end

--- Shows every field of a work, and its source.
function book_view.page(work)
  local sources = work.sources or {}
  local function from(name)
    local source = sources[name]
    return source and (source.user and source.source ~= "user" and source.source .. ", your file"
      or source.source)
  end
  local page = setmetatable({}, Page)
  page:add("#", work.id)
  local score = book_view.score(work.score)
  page:add("status", work.status .. (score and (", score " .. score) or "")
    .. (work.decision and ", decided: " .. work.decision or ""))
  page:add("note", work.error)
  for _, name in ipairs(facts) do
    local value = work[name]
    if type(value) == "table" then value = table.concat(value, ", ") end
    if type(value) == "number" then value = ("%g"):format(value) end
    page:add((name:gsub("_", " ")):gsub("series position", "position"), value, from(name))
  end
  for _, name in ipairs(sorted_keys(work.identifiers)) do
    page:add(name, work.identifiers[name], from("identifiers." .. name))
  end
  for _, name in ipairs(sorted_keys(work.extra)) do
    page:add((name:gsub("_", " ")), work.extra[name])
  end
  add_candidates(page, work.candidates)
  page:print()
end

return book_view
