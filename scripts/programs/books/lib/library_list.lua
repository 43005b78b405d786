-- The books that the library's screen shows: all, those of a status, those with some words. The
-- commands print the same table.

local library_choice = require("programs.books.lib.library_choice")
local library_pages = require("programs.books.lib.library_pages")

local library_list = {}

-- Of more books than this, a search shows the first.
local most_found = 500
-- A search among books that are chosen otherwise, too, looks at as many.
local most_searched = 100000
-- The books that a screen shows when it was just opened: thousands take a moment to read.
local first_part = 200
-- Seconds between two readings of a large library while a run changes it, and as a multiple of what
-- a reading takes.
local rest, large, share = 2, 1000, 100

-- The books read last for a screen, by its state: beside it, since equal states are drawn once.
local kept_lists = setmetatable({}, { __mode = "k" })

--- Has the list stay as it is at the next drawing, which something else has changed.
function library_list.keep(state)
  local kept = kept_lists[state]
  if kept then kept.is_good = true end
end

--- Whether the books that are shown first are all that is looked at. `most`: how many; nil: all.
function library_list.suffices(most) return most ~= nil and most <= first_part end

-- All that cards and rows show of a book besides its status.
local shown_fields = { "title", "creators", "year", "cover" }

local columns = {
  { key = "cover", title = "Cover", format = "image" },
  { key = "id", title = "#", align = "right" },
  { key = "title", title = "Title", least = 14 },
  { key = "author", title = "Author", least = 10, drop = 4 },
  { key = "year", title = "Year", align = "right", drop = 3 },
  { key = "status", title = "Status", least = 12 },
  { key = "score", title = "Score", align = "right", drop = 2 },
}
local note_column = { key = "note", title = "Note", least = 12, drop = 1 }

local function options_of(statuses)
  local list = { { value = "all", label = "All books" } }
  for place, name in ipairs(statuses) do
    list[place + 1] = { value = name, label = library_pages.statuses[name][1] }
  end
  return list
end

local statuses = options_of({ "pending", "queued", "enriched", "uncertain", "not_found", "failed" })

local function status_of(state) return state.status ~= "all" and state.status or nil end

-- The books with some words; all of them where others are left out below.
local function found(state)
  return assert(mix.library.find({
    text = state.text, status = status_of(state), kind = "book",
    limit = library_choice.is_plain(state) and most_found or most_searched,
  }))
end

-- The books that are wanted, in their order.
local function wanted(state)
  local works, is_wanted = {}, library_choice.test(state)
  local function take(work) if is_wanted(work) then works[#works + 1] = work end end
  if state.text then
    for _, work in ipairs(found(state)) do take(work) end
  else
    local is_plain = library_choice.is_plain(state)
    for work in assert(mix.library.list({
      status = status_of(state), kind = "book", fields = library_choice.read(state, shown_fields),
      limit = is_plain and not state.is_whole and first_part or nil,
    })) do take(work) end
  end
  library_choice.sort(state, works)
  return works
end

-- The books as the screen shows them. Of a large library they are read anew only now and then while
-- a run changes one after the other.
local function items(state)
  local kept, now = kept_lists[state], mix.time.monotonic()
  local key = mix.json.encode({ state.show, state.status, state.text or "",
    state.is_whole or false, state.shelf or "", state.rating or "", state.series or "",
    state.years or "", state.sort or "" })
  if kept and kept.key == key and #kept.items > large
    and (kept.is_good or state.is_busy and now - kept.time < kept.rest) then
    kept.is_good = false
    return kept.items
  end
  local list = {}
  local make = state.show == "table" and library_pages.row or library_pages.card
  for place, work in ipairs(wanted(state)) do list[place] = make(work) end
  local ended = mix.time.monotonic()
  kept_lists[state] = { key = key, items = list, time = ended,
    rest = math.max(rest, share * (ended - now)) }
  return list
end

--- The books that the screen shows, as rows or cards.
function library_list.shown(state) return items(state) end

-- Rows or cards with a mark on those that are selected.
local function marked(state, list)
  local copies = {}
  for place, item in ipairs(list) do
    if state.selected[item.id or item.key] then
      local copy = {}
      for name, value in pairs(item) do copy[name] = value end
      copy.status, copy.badge, copy.tone = copy.status and "Selected", copy.badge and "Selected",
        copy.badge and "info"
      item = copy
    end
    copies[place] = item
  end
  return copies
end

--- The choices among the books.
function library_list.filters(state)
  local fields = {
    { name = "text", label = "Search", value = state.text, help = "words of title or author" },
    { name = "status", label = "Status", type = "choice", options = statuses,
      value = state.status },
    { name = "show", label = "Show as", type = "choice", value = state.show, options = {
      { value = "covers", label = "Covers" }, { value = "table", label = "Table" },
    } },
  }
  local more = library_choice.fields(state)
  table.move(more, 1, #more, #fields + 1, fields)
  return { "filters", on_change = "filter", fields = fields,
    notes = { library_choice.problem(state) } }
end

--- The table of rows. Notes have a column where there are any, or may be: with `has_more`, other
--- rows follow.
function library_list.table(rows, has_more)
  local shown, has_notes = table.move(columns, 1, #columns, 1, {}), has_more
  for _, row in ipairs(rows) do has_notes = has_notes or row.note ~= nil end
  if has_notes then shown[#shown + 1] = note_column end
  return { "table", key = "id", columns = shown, rows = rows }
end

--- The books themselves. `total`: how many the library has.
function library_list.node(state, total)
  local empty = total == 0 and "No books yet: import a file or look for a book below."
    or "No book is like that."
  local list, on_select = items(state), "open"
  if state.selected then list, on_select = marked(state, list), "select" end
  local loading = not state.is_whole and not state.text and #list < total
    and #list == first_part or nil
  if state.show == "table" then
    local node = library_list.table(list)
    node.on_select, node.empty, node.loading = on_select, empty, loading
    return node
  end
  return { "cards", items = list, on_select = on_select, empty = empty, shape = "poster",
    loading = loading }
end

return library_list
