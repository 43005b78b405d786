-- The library of books: what is in it, how far its look-up is, what is in doubt.

local library_pages = require("programs.books.lib.library_pages")
local library_run = require("programs.books.lib.library_run")

local columns = {
  { key = "cover", title = "Cover", format = "image" },
  { key = "id", title = "#", align = "right" },
  { key = "title", title = "Title", least = 14 },
  { key = "author", title = "Author", least = 10, drop = 3 },
  { key = "year", title = "Year", align = "right", drop = 2 },
  { key = "status", title = "Status", least = 9 },
  { key = "score", title = "Score", align = "right", drop = 1 },
}

local statuses = {
  { value = "all", label = "All books" }, { value = "pending", label = "Not looked up yet" },
  { value = "queued", label = "In the queue" }, { value = "enriched", label = "Enriched" },
  { value = "uncertain", label = "Uncertain" }, { value = "not_found", label = "Not found" },
  { value = "failed", label = "Failed" },
}

local function works_of(state)
  local status = state.status ~= "all" and state.status or nil
  if state.text then
    return ipairs(assert(mix.library.find({
      text = state.text, status = status, kind = "book", limit = 500,
    })))
  end
  local list, place = assert(mix.library.list({ status = status, kind = "book" })), 0
  return function()
    local work = list()
    place = place + 1
    if work then return place, work end
  end
end

local function rows_of(state)
  local rows = {}
  for _, work in works_of(state) do rows[#rows + 1] = library_pages.row(work) end
  return rows
end

-- The first that is in doubt and was not put off.
local function doubt(state)
  for work in assert(mix.library.list({ status = "uncertain", kind = "book" })) do
    if not state.put_off[work.id] then return mix.library.get(work.id) end
  end
end

local function counted(counts)
  return ("%d books: %d enriched, %d uncertain, %d not found, %d failed, %d to look up"):format(
    counts.total, counts.enriched, counts.uncertain, counts.not_found, counts.failed,
    counts.pending + counts.queued)
end

local function begin(state)
  state.status = state.status or "all"
  state.put_off = state.put_off or {}
end

-- What can be done with the library as it is.
local function links(counts, page)
  local list = { counts.pending + counts.queued > 0
    and { "link", "Look up what is missing", action = "run" },
    counts.failed > 0 and { "link", "Try failed ones again", action = "retry" },
    counts.uncertain > 0 and { "link", "Decide about uncertain ones", action = "review" },
    counts.total > 0 and { "link", "Undo the last change", action = "undo" },
  }
  for place = 1, 4 do page[#page + 1] = list[place] end
end

local function page_of(state, counts)
  local page = { "page", title = "Books",
    { "message", state.message, tone = state.tone, seconds = state.tone == "success" and 2 or nil },
    library_run.banner() or false,
    { "text", counted(counts), style = "muted" },
  }
  links(counts, page)
  if state.reviews then
    local work = doubt(state)
    page[#page + 1] = work and library_pages.review(work)
      or { "message", "Nothing is left to decide.", tone = "success" }
  end
  local open = state.open and mix.library.get(state.open)
  page[#page + 1] = open and library_pages.detail(open) or false
  page[#page + 1] = { "filters", on_change = "filter", fields = {
    { name = "status", label = "Status", type = "choice", options = statuses,
      value = state.status },
    { name = "text", label = "Words", value = state.text, help = "in title or author" },
  } }
  page[#page + 1] = { "table", key = "id", columns = columns, rows = rows_of(state),
    on_select = "open",
    empty = counts.total == 0 and "No books yet: mixhost books import FILE reads yours."
      or "No book is like that." }
  return page
end

local function say(state, message, tone) state.message, state.tone = message, tone end

local function done(state, value, err, message)
  if value == nil then return say(state, err and err.message or tostring(err), "error") end
  say(state, message(value), "success")
end

local function authors(text)
  local list = {}
  for name in (text or ""):gmatch("[^;]+") do
    name = name:match("^%s*(.-)%s*$")
    if name ~= "" then list[#list + 1] = name end
  end
  return #list > 0 and list or nil
end

local function decide(state, args, verdict)
  local work = mix.library.get(args.key)
  if not work or work.status ~= "uncertain" then
    return say(state, "This book has been decided about meanwhile.", "warning")
  end
  local candidate = args.candidate and work.candidates[args.candidate]
  local value, err = mix.library.decide(work.id, verdict, candidate, {
    score = candidate and candidate.score,
  })
  done(state, value, err, function() return ("%s: decided"):format(work.title) end)
end

return {
  title = "Books",
  watch = { "library", "job" },
  view = function(state)
    begin(state)
    return page_of(state, assert(mix.library.status({ kind = "book" })))
  end,
  actions = {
    run = function(state, _, update)
      say(state)
      say(state, library_run.go_on(update))
    end,
    cancel = function(state)
      local count, err = mix.jobs.cancel(nil)
      done(state, count, err, function() return "Enrichment canceled by user" end)
    end,
    retry = function(state)
      local count, err = mix.jobs.retry({ failed = true })
      done(state, count, err, function(value) return value .. " back in the queue" end)
    end,
    undo = function(state)
      local value, err = mix.library.undo({ last = true })
      done(state, value, err, function(back)
        return ("%d fields of %d books put back"):format(back.fields, back.works)
      end)
    end,
    filter = function(state, values) state.status, state.text = values.status, values.text end,
    open = function(state, id) state.open = id end,
    close = function(state) state.open = nil end,
    edit = function(state, values)
      local fields = {
        title = values.title, creators = authors(values.author), year = values.year,
        publisher = values.publisher,
      }
      local clear = {}
      for _, name in ipairs({ "creators", "year", "publisher" }) do
        if fields[name] == nil then clear[#clear + 1] = name end
      end
      local value, err = mix.library.edit(state.open, fields, { clear = clear })
      done(state, value, err, function() return "Saved." end)
    end,
    review = function(state) state.reviews, state.put_off = true, {} end,
    accept = function(state, args) decide(state, args, "accept") end,
    reject = function(state, args) decide(state, args, "none") end,
    skip = function(state, args) state.put_off[args.key] = true end,
  },
}
