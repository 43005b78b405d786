-- The library of books: what is in it, how far its look-up is, what is in doubt.

local adding = require("programs.books.lib.adding")
local book_actions = require("programs.books.lib.book_actions")
local bulk = require("programs.books.lib.bulk")
local counted = require("lib.counted")
local library_choice = require("programs.books.lib.library_choice")
local library_list = require("programs.books.lib.library_list")
local library_pages = require("programs.books.lib.library_pages")
local library_run = require("programs.books.lib.library_run")

local function summary(counts)
  return ("%s: %d enriched, %d uncertain, %d not found, %d failed, %d to look up"):format(
    counted(counts.total, "book"), counts.enriched, counts.uncertain, counts.not_found,
    counts.failed, counts.pending + counts.queued)
end

local function begin(state)
  state.status = state.status or "all"
  state.show = state.show or "covers"
  state.put_off = state.put_off or {}
end

local exports = {
  { "Save as CSV", "/api/library/export?format=csv", "mixhost books export > books.csv" },
  { "Before and after, as CSV", "/api/library/export?format=csv&compare=true",
    "mixhost books export --compare > books.csv" },
}

-- The actions on the library as it is. Those that come and go stand last, so that no other one
-- moves to where somebody is about to click.
local function links(counts, page)
  local function add(node) page[#page + 1] = node or nil end
  if counts.total > 0 then
    for _, export in ipairs(exports) do
      add({ "link", export[1], href = export[2], command = export[3] })
    end
    add({ "link", "Empty the library", action = "reset",
      confirm = ("Remove %s and all decisions? What runs is canceled first; undo does not "
        .. "bring them back."):format(counted(counts.total, "book")) })
    add({ "link", "Undo the last change", action = "undo",
      confirm = "Put back what the newest import, look-up, edit or decision has changed?" })
  end
  add(counts.pending + counts.queued > 0 and { "link", "Look up missing fields", action = "run" })
  add(counts.failed > 0 and { "link", "Try failed ones again", action = "retry" })
  add(counts.uncertain > 0 and { "link", ("Decide about %d uncertain"):format(counts.uncertain),
    action = "review" })
end

local function message(state)
  local found = state.message
  if not found then return false end
  return { "message", found.text, tone = found.tone, seconds = found.seconds,
    actions = found.can_retry and { { label = "Try again", action = "retry" } } or nil }
end

-- The doubt that is looked at, and how to look further.
local function add_review(state, page)
  if not state.reviews then return end
  local work = book_actions.doubt(state)
  if not work then
    page[#page + 1] = { "message", "Nothing is left to decide.", tone = "success", seconds = 5 }
    return
  end
  page[#page + 1] = { "link", "Leave the review", action = "leave" }
  page[#page + 1] = library_pages.review(work, state.candidates)
  page[#page + 1] = { "form", id = "again", submit = "search_again", label = "Search again",
    title = "In other words", fields = {
      { name = "words", label = "Title", required = true, value = work.title },
      { name = "author", label = "Author" },
    } }
end

local function page_of(state, counts)
  local banner = library_run.banner(state.wait)
  state.is_busy = banner ~= nil and banner.state == "running"
  local page = { "page", title = "Books",
    message(state),
    banner or false,
    { "text", summary(counts), style = "muted" },
  }
  links(counts, page)
  add_review(state, page)
  local open = state.open and mix.library.get(state.open)
  page[#page + 1] = open and library_pages.detail(open, state.draft, state.flaw) or false
  page[#page + 1] = adding.import_form()
  page[#page + 1] = adding.search_form(state.words, state.author)
  page[#page + 1] = state.found and adding.found(state.found) or false
  page[#page + 1] = library_list.filters(state)
  if counts.total > 0 then bulk.add(page, state) end
  page[#page + 1] = library_list.node(state, counts.total)
  return page
end

return {
  watch = { "library", "job" },
  view = function(state)
    begin(state)
    return page_of(state, assert(mix.library.status({ kind = "book" })))
  end,
  on_open = function(state, _, most)
    if library_list.suffices(most) then return end
    state.is_whole = true
    state.shelves = state.shelves or library_choice.shelves()
  end,
  actions = book_actions.actions,
}
