-- Several books at once: which are selected, what is noted on all of them, and that taken back.

local counted = require("lib.counted")
local shelf = require("programs.books.lib.exports.shelf")

local bulk = {}

local leave = { value = "leave", label = "As it is" }

local shelves = { leave, { value = "to-read", label = "To read" },
  { value = "currently-reading", label = "Reading" }, { value = "read", label = "Read" },
  { value = "did-not-finish", label = "Not finished" } }

local ratings = { leave }
for stars = 1, 5 do
  ratings[stars + 1] = { value = tostring(stars), label = counted(stars, "star") }
end

local function count(state)
  local number = 0
  for _ in pairs(state.selected) do number = number + 1 end
  return number
end

--- Selects a book, or no longer.
function bulk.toggle(state, id) state.selected[id] = not state.selected[id] or nil end

--- Selects what a list shows. `items`: rows or cards.
function bulk.select_all(state, items)
  for _, item in ipairs(items) do state.selected[item.id or item.key] = true end
end

-- The notes of a book that change: {name = value}.
local function notes_of(work, values)
  local notes = {}
  if values.shelf ~= "leave" then notes.exclusive_shelf = values.shelf end
  if values.rating ~= "leave" then notes.my_rating = math.tointeger(values.rating) end
  if values.tag then
    local tags = shelf.tags(work)
    local name = work.extra and work.extra.tags and not work.extra.bookshelves and "tags"
      or "bookshelves"
    local has = (", " .. (tags or "") .. ","):find(", " .. values.tag .. ",", 1, true)
    if not has then notes[name] = tags and tags .. ", " .. values.tag or values.tag end
  end
  return notes
end

-- Edits notes of a book, of which some are taken away. Returns the error, if any.
local function edit(id, notes, gone)
  local clear = {}
  for place, name in ipairs(gone) do clear[place] = "extra." .. name end
  local _, err = mix.library.edit(id, { extra = next(notes) and notes or nil }, { clear = clear })
  return err
end

--- Notes something on all selected books. Returns the message, and what bulk.undo takes.
function bulk.change(state, values)
  local done = {}
  for id in pairs(state.selected) do
    local work = mix.library.get(id)
    local notes = work and notes_of(work, values) or {}
    local extra, before = work and work.extra or {}, {}
    for name in pairs(notes) do
      if extra[name] == nil then before[name] = false else before[name] = extra[name] end
    end
    local err = next(notes) and edit(id, notes, {})
    if err then return { text = err.message, tone = "error" }, done end
    if next(notes) then done[#done + 1] = { id = id, before = before, now = notes } end
  end
  if #done == 0 then return { text = "Nothing has changed.", seconds = 5 } end
  return { text = counted(#done, "book") .. " changed.", tone = "success", seconds = 5 }, done
end

--- Takes a change back, except what somebody has changed since. Returns the message.
function bulk.undo(done)
  local books = 0
  for _, each in ipairs(done) do
    local work = mix.library.get(each.id)
    local notes, gone = {}, {}
    for name, value in pairs(each.before) do
      local is_ours = work and work.extra and work.extra[name] == each.now[name]
      if is_ours and value == false then gone[#gone + 1] = name end
      if is_ours and value ~= false then notes[name] = value end
    end
    if next(notes) or #gone > 0 then
      local err = edit(each.id, notes, gone)
      if err then return { text = err.message, tone = "error" } end
      books = books + 1
    end
  end
  return { text = counted(books, "book") .. " put back.", tone = "success", seconds = 5 }
end

--- Adds the selection to a page: how to begin it, or what can be done with it.
function bulk.add(page, state)
  local function add(node) page[#page + 1] = node end
  if not state.selected then return add({ "link", "Select books", action = "begin_selection" }) end
  local number = count(state)
  add({ "text", number == 0 and "Choose books below to select them."
    or counted(number, "book") .. " selected.", style = "heading" })
  add({ "link", "Select all that are shown", action = "select_all" })
  add({ "link", "Leave the selection", action = "end_selection" })
  add(state.changed and { "link", ("Put back the change of %s"):format(
    counted(#state.changed, "book")), action = "put_back" })
  add(number > 0 and { "form", id = "bulk", submit = "change_selected",
    title = "Note on all of them", label = "Change " .. counted(number, "book"), fields = {
      { name = "shelf", label = "Shelf", type = "choice", options = shelves, value = "leave" },
      { name = "rating", label = "Rating", type = "choice", options = ratings, value = "leave" },
      { name = "tag", label = "Add the tag" },
    } })
end

return bulk
