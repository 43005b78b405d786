-- The actions of the library's screen.

local adding = require("programs.books.lib.adding")
local bulk = require("programs.books.lib.bulk")
local counted = require("lib.counted")
local deciding = require("programs.books.lib.deciding")
local editing = require("programs.books.lib.editing")
local enrichment = require("programs.books.lib.enrichment")
local library_choice = require("programs.books.lib.library_choice")
local library_list = require("programs.books.lib.library_list")
local library_run = require("programs.books.lib.library_run")
local work_fields = require("lib.work_fields")

local book_actions = {}

local actions = {}
book_actions.actions = actions

local function say(state, text, tone, seconds)
  state.message = text and { text = text, tone = tone, seconds = seconds } or nil
end

local function done(state, value, err, text)
  if value == nil then return say(state, err and err.message or tostring(err), "error") end
  say(state, text(value), "success", 5)
end

--- The book in doubt that is looked at: the one that was chosen, else the first that was not put
-- off. nil when none is left.
function book_actions.doubt(state)
  local chosen = state.chosen and mix.library.get(state.chosen)
  if chosen and chosen.status == "uncertain" then return chosen end
  for work in assert(mix.library.list({ status = "uncertain", kind = "book" })) do
    if not state.put_off[work.id] then return mix.library.get(work.id) end
  end
end

-- A wait in words that stay true while they are shown.
local function waiting(event)
  return event.event == "waiting" and event.message:gsub(" %(%d+ s%)$", "") or nil
end

-- Runs, and shows what is waited for on the way.
function actions.run(state, _, update)
  say(state)
  local ok, ending = pcall(library_run.go_on, function(event)
    state.wait = waiting(event)
    update()
  end)
  state.wait = nil
  if not ok then error(ending, 0) end
  state.message = ending
end

function actions.cancel(state)
  local canceled, err = mix.jobs.cancel(nil)
  if not canceled then return say(state, err.message, "error") end
  say(state, "Enrichment canceled by user", "warning")
end

-- Failed books go back into the queue, and are looked up.
function actions.retry(state, _, update)
  local queued, err = mix.jobs.retry({ failed = true })
  if not queued then return say(state, err.message, "error") end
  actions.run(state, nil, update)
end

function actions.undo(state)
  local value, err = mix.library.undo({ last = true })
  done(state, value, err, function(back)
    return ("%s of %s put back"):format(counted(back.fields, "field"), counted(back.works, "book"))
  end)
end

function actions.reset(state)
  local value, err = library_run.reset()
  state.open, state.reviews, state.found, state.chosen = nil, nil, nil, nil
  done(state, value, err, function(number) return counted(number, "book") .. " removed" end)
end

function actions.import(state, values)
  state.message = adding.import(values.file, { fill = values.fill })
  state.shelves = library_choice.shelves()
end

function actions.look(state, values, update)
  state.words, state.author = values.words, values.author
  say(state, "Asking the catalogues …")
  update()
  local answer = adding.look(values.words, values.author)
  state.found = answer.candidates and answer or nil
  say(state, answer.problem, "error")
end

function actions.add(state, place)
  local candidate = state.found and state.found.candidates[place]
  if not candidate then return say(state, "Search for it again.", "warning") end
  state.message = adding.add(candidate)
end

function actions.filter(state, values)
  state.status, state.text, state.show = values.status, values.text, values.show or state.show
  library_choice.take(state, values)
end

function actions.begin_selection(state) state.selected = {} end

function actions.end_selection(state) state.selected, state.changed = nil, nil end

function actions.select(state, id) bulk.toggle(state, id) end

function actions.select_all(state) bulk.select_all(state, library_list.shown(state)) end

function actions.change_selected(state, values)
  local changed
  state.message, changed = bulk.change(state, values)
  state.changed = changed or state.changed
  state.shelves = library_choice.shelves()
end

function actions.put_back(state)
  state.message, state.changed = bulk.undo(state.changed), nil
end

-- The open book changes none of them.
function actions.open(state, id)
  state.open, state.draft, state.flaw = id, nil, nil
  library_list.keep(state)
end

function actions.close(state)
  state.open, state.draft, state.flaw = nil, nil, nil
  library_list.keep(state)
end

local function authors(text)
  local list = {}
  for name in (text or ""):gmatch("[^;]+") do
    name = name:match("^%s*(.-)%s*$")
    if name ~= "" then list[#list + 1] = name end
  end
  return list
end

-- The changes of a form. It holds all of a book, so a field that is empty in it is taken away. A
-- value that the book has already is not set again: it would count as the user's own word.
local function changes_of(work, values)
  local given = { clear = {} }
  for _, field in ipairs(work_fields.list) do
    local before, now = work_fields.value(work, field), values[field.input]
    if field.kind == "names" then
      before, now = before or {}, authors(now)
      local is_same = table.concat(now, ";") == table.concat(before, ";")
      before, now = before[1], now[1] and now
      if is_same then now = before end
    end
    if now ~= before then given[field.input] = now end
    if now == nil and before ~= nil and not field.required then
      table.insert(given.clear, field.name)
    end
  end
  return given
end

function actions.edit(state, values)
  local work = mix.library.get(state.open)
  if not work then return say(state, "This book has been removed meanwhile.", "warning") end
  local fields, clear = editing.changes(changes_of(work, values))
  if not fields then
    state.draft, state.flaw = values, clear
    return say(state, clear.message, "error")
  end
  if next(fields) == nil and #clear == 0 and not values.again then
    state.draft, state.flaw = nil, nil
    return say(state, "Nothing has changed.", nil, 2)
  end
  local twin = editing.twin(work.id, fields)
  local saved, err = editing.save(work, fields, clear, values.again)
  if not saved then return say(state, err.message, "error") end
  state.draft, state.flaw = nil, nil
  if twin then
    return say(state, ("Saved. Book %d has this ISBN, too: %s"):format(twin.id, twin.title),
      "warning")
  end
  say(state, "Saved.", "success", 2)
end

function actions.remove(state, id)
  local removed, err = mix.library.delete(id)
  if state.open == id then state.open = nil end
  done(state, removed, err, function(was_there)
    return was_there and "1 book removed" or "This book has been removed meanwhile."
  end)
end

function actions.review(state) state.reviews, state.put_off, state.chosen = true, {}, nil end

function actions.leave(state)
  state.reviews, state.candidates, state.chosen = nil, nil, nil
end

function actions.decide(state, id)
  state.reviews, state.chosen, state.candidates, state.open = true, id, nil, nil
end

local function decide(state, args, verdict)
  local work = mix.library.get(args.key)
  if not work or work.status ~= "uncertain" then
    return say(state, "This book has been decided about meanwhile.", "warning")
  end
  local list = state.candidates or work.candidates or {}
  local value, err = deciding.decide(work, verdict, args.candidate and list[args.candidate])
  state.candidates = nil
  done(state, value, err, function() return ("%s: decided"):format(work.title) end)
end

function actions.accept(state, args) decide(state, args, "accept") end

function actions.reject(state, args) decide(state, args, "none") end

function actions.skip(state, args)
  state.put_off[args.key], state.candidates, state.chosen = true, nil, nil
end

-- Looks for the book in doubt by other words.
function actions.search_again(state, values, update)
  local work = book_actions.doubt(state)
  if not work then return say(state, "Nothing is left to decide.", "warning") end
  say(state, "Asking the catalogues …")
  update()
  local finder, problem = enrichment.open({ concurrency = 1, rules = "standard" })
  local words = values.author and ("%s / %s"):format(values.words, values.author) or values.words
  local list
  if finder then list, problem = enrichment.look_for(finder, work, words) end
  if not list then return say(state, problem, "error") end
  state.candidates = list
  say(state, #list == 0 and "No catalogue lists such a book." or nil, "warning")
end

return book_actions
