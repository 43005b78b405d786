-- Match: two lists that somebody drops, or a list and a service; how they are read; the first
-- matches with their reasons; what is in doubt; the file that comes of it.

local columns_part = require("programs.match.lib.screen.columns_part")
local comparing = require("programs.match.lib.screen.comparing")
local counted = require("lib.counted")
local doubts = require("programs.match.lib.screen.doubts")
local failure = require("lib.failure")
local outcome = require("programs.match.lib.screen.outcome")
local pairs_of = require("programs.match.lib.screen.pairs_of")
local services = require("lib.match_services")
local session = require("programs.match.lib.screen.session")
local teaching = require("programs.match.lib.screen.teaching")
local wait_words = require("lib.wait_words")

-- Rows that are matched for a first look.
local first_rows = 20

local accepted = ".csv,.tsv,.txt,.json,.ndjson,.jsonl,.bib,.ris"

-- The work that is under way, or that the end of a process has cut off.
local function work_node(current)
  local work = current.work
  if not work and current.undone then
    return { "progress", "Matching the rows", done = 0, state = "stopped", actions = {
      { label = "Continue", action = "go_on" }, { label = "Leave it", action = "leave_it" } } }
  end
  return work and { "progress", work.label, done = work.done, total = work.total,
    text = current.with ~= "list" and wait_words() or nil,
    actions = { { label = "Stop", action = "stop" } } }
end

local function list_words(list)
  return list and ("%s, %s"):format(counted(list.rows, "row"), counted(#list.header, "column"))
    .. (list.program and (" (%s)"):format(list.program) or "")
end

-- Which lists there are.
local function chosen_words(current)
  local found = current.lists or {}
  local with = current.with == "list" and list_words(found.right)
    or current.with and services.title(current.with)
  if not found.left then return nil end
  return with and ("Your list: %s. Matched with: %s."):format(list_words(found.left), with)
    or ("Your list: %s."):format(list_words(found.left))
end

local function service_options()
  local options = {}
  for place, name in ipairs(services.names()) do
    options[place] = { value = name, label = ("%s (%s)"):format(services.title(name),
      table.concat(services.kinds(name), ", ")) }
  end
  return options
end

local function file_form(id, title, submit, help)
  return { "form", id = id, title = title, submit = submit, label = "Take this list", fields = {
    { name = "file", label = "File", type = "file", accept = accepted, required = true,
      help = help } } }
end

-- The lists and services to choose from, also in place of those that are there.
local function add_choices(page, current)
  local function add(node) page[#page + 1] = node end
  local found = current.lists or {}
  if session.is_chosen() then add({ "text", "Others in their place", style = "heading" }) end
  add(file_form("left", found.left and "1. Another list in place of yours" or "1. Your list",
    "take", "CSV, TSV or JSON, such as an export of Goodreads, Letterboxd, Discogs or Exportify"))
  add(file_form("right", "2. Another list", "take_other", "the list that it is matched with"))
  add({ "form", id = "service", title = "Or a service", submit = "choose", label = "Match with it",
    fields = { { name = "with", label = "Service", type = "choice", options = service_options(),
      value = found.left and services.first_of(found.left.kind) or services.names()[1] } } })
end

-- The next steps with the lists as they are.
local function add_actions(page, current)
  local function add(node) page[#page + 1] = node or nil end
  local counts = current.counts
  local total = current.lists.left.rows
  if not counts and total > first_rows then
    add({ "link", ("Match the first %d rows"):format(first_rows), action = "preview" })
  end
  if not counts or counts.done < counts.rows then
    local all = total == 1 and "Match the row" or ("Match all %d rows"):format(total)
    add({ "link", counts and "Match the other rows" or all,
      action = "match" })
  end
end

local function message(current)
  local found = current.message
  return found and { "message", found.text, tone = found.tone, seconds = found.seconds }
end

local function page_of(state, current)
  local page = { "page", title = "Match", message(current) or false, work_node(current) or false,
    { "message", #current.remarks > 0 and table.concat(current.remarks, "\n") or nil,
      tone = "warning" },
    { "text", chosen_words(current) },
  }
  local is_begun = current.lists or current.with
  if is_begun and not current.work then
    page[#page + 1] = { "link", "Begin with other lists", action = "forget" }
  end
  -- A work changes all below.
  if current.work then return page end
  if session.is_ready() then add_actions(page, current) end
  if current.spec then
    doubts.add(page, current, state)
    outcome.add(page, current, state)
    teaching.add(page, current)
  end
  if current.plan then columns_part.add(page, current, state.column) end
  -- Of a service only the entries that were chosen are kept.
  if current.spec and not current.spec.with then
    comparing.add(page, current, columns_part.rules(current))
  end
  add_choices(page, current)
  return page
end

-- Does something with the decided run, unless it is gone.
local function with_run(work)
  return function(state, args)
    local current = session.current()
    if current.work or not current.spec then
      return session.say("The match is under way: look again when it has ended.", "warning")
    end
    local _, err = failure.caught(work, state, args, current)
    if err then session.say(err.message, "error") end
    current.made = nil
    session.count()
  end
end

local function sets(name, value)
  return function(state, args) state[name] = value == nil and args or value or nil end
end

-- Says that a row was decided.
local function said(count) session.say(counted(count, "row") .. " decided.", "success", 5) end

local actions = {
  take = function(_, values) session.take("left", values.file) end,
  take_other = function(_, values) session.take("right", values.file) end,
  choose = function(_, values) session.choose(values.with) end,
  forget = function(state)
    state.row, state.kind, state.column, state.reviewing = nil, nil, nil, nil
    session.forget()
  end,
  preview = function() session.decide(first_rows) end,
  match = function() session.decide() end,
  stop = function() session.stop() end,
  go_on = function() session.go_on() end,
  leave_it = function() session.leave() end,
  set_rules = function(_, values)
    session.set_rules(values.rules ~= "auto" and values.rules or nil)
  end,
  column = sets("column"), close_column = sets("column", false),
  set_column = function(state, values)
    local current = session.current()
    local side, place = columns_part.place(current, state.column)
    if not side then return end
    local field
    if values.field == "none" then field = false else field = values.field:match("^is (.+)$") end
    session.set_column(side, current.lists[side].header[place], field)
    state.column = nil
  end,
  filter = function(state, values) state.text, state.show = values.text, values.show end,
  row = sets("row"), close_row = sets("row", false),
  kind = sets("kind"), close_kind = sets("kind", false),
  review = function(state, kind)
    teaching.leave(session.current())
    state.reviewing, state.put_off, state.kind = kind or true, {}, nil
  end,
  leave = sets("reviewing", false),
  skip = function(state, args) state.put_off[args.key] = true end,
}

actions.pick = with_run(function(_, args, current)
  if doubts.decide(current.spec, args.key, args.candidate) then said(1) end
end)

actions.reject = with_run(function(_, args, current)
  if doubts.decide(current.spec, args.key, nil) then said(1) end
end)

actions.all_same = with_run(function(state, kind, current)
  state.kind = nil
  said(doubts.decide_kind(current, kind, true))
end)

actions.all_different = with_run(function(state, kind, current)
  state.kind = nil
  said(doubts.decide_kind(current, kind, false))
end)

-- The pair of a row and of one of its candidates.
local function pair_of(current, args)
  local found = pairs_of.row(current.spec, args.row)
  for _, other in ipairs(found and found.candidates or {}) do
    if other.row == args.other then return found, other end
  end
end

actions.same = with_run(function(_, args, current)
  local found, other = pair_of(current, args)
  if not found then return end
  local result = pairs_of.explained(current.spec, { record = found.record, candidates = { other } })
  pairs_of.decide(current.spec, { left = found.row, right = other.row,
    score = result and result.candidates[1].score or 0, left_record = found.record,
    right_record = other.record }, true)
  said(1)
end)

actions.different = with_run(function(_, args, current)
  local found, other = pair_of(current, args)
  if not found then return end
  pairs_of.refuse(current.spec, found, other)
  said(1)
end)

actions.label_same = with_run(function(_, _, current) teaching.answer(current, true) end)
actions.label_different = with_run(function(_, _, current) teaching.answer(current, false) end)
actions.label_skip = with_run(function(_, _, current) teaching.skip(current) end)
actions.leave_labels = with_run(function(_, _, current) teaching.leave(current) end)

function actions.label(state)
  state.reviewing = nil
  session.with_run("Choosing the pairs", teaching.begin)
end

function actions.learn(_, values)
  session.with_run("Learning", function(current) teaching.learn(current, values.name) end)
end

actions.export = function(_, values)
  local current = session.current()
  if not current.spec then return session.say("Match first.", "warning") end
  local made, err = failure.caught(outcome.export, current.spec, values.form)
  current.made = made
  if err then session.say(err.message, "error") end
  session.changed()
end

function actions.compare(_, values)
  if not session.current().spec then return session.say("Match first.", "warning") end
  session.with_run("Comparing the rules", function(current)
    comparing.run(current, values.rules)
  end)
end

return {
  watch = { "topic:match" },
  view = function(state)
    state.put_off = state.put_off or {}
    return page_of(state, session.current())
  end,
  on_open = function() session.restore() end,
  actions = actions,
}
