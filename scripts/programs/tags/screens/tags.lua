-- Tags: the planned folders, what would change in their files, and the files in doubt. Files are
-- written by the command alone, which the user gives the folder.

local asking = require("programs.tags.lib.asking")
local choices = require("programs.tags.lib.choices")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local view = require("programs.tags.lib.view")

-- The folders that were planned.
local function folder_nodes(list)
  local rows = {}
  for place, plan in ipairs(list) do
    rows[place] = { id = plan.id, folder = plan.root,
      files = view.summary(plans.counts(plans.files(plan.id))) }
  end
  return { "table", id = "folders", key = "id", rows = rows, on_select = "open_folder",
    empty = "No folder is planned yet. One is planned on the machine that has it.",
    columns = { { key = "folder", title = "Folder" }, { key = "files", title = "Files" } } }
end

local function options_of(counts)
  local list = { { value = "all", label = ("All files (%d)"):format(counts.total) } }
  for _, status in ipairs(view.order) do
    if counts[status] > 0 then
      list[#list + 1] = { value = status,
        label = ("%s (%d)"):format(view.statuses[status], counts[status]) }
    end
  end
  return list
end

-- The files that are shown.
local function filter_form(state, counts)
  return { "filters", on_change = "filter", fields = { { name = "status", label = "Show",
    type = "choice", options = options_of(counts), value = state.status or "all" } } }
end

-- A folder's files.
local function files_table(files, status)
  local rows = {}
  for _, file in ipairs(files) do
    if not status or file.status == status then
      local row = view.row(file)
      row.id = file.id
      rows[#rows + 1] = row
    end
  end
  return { "table", id = "files", key = "id", rows = rows, on_select = "open_file",
    empty = "No such files.", columns = {
      { key = "file", title = "File" }, { key = "status", title = "Status" },
      { key = "score", title = "Score", align = "right" }, { key = "note", title = "Note" },
    } }
end

-- The albums of a folder, with the candidates of those in doubt; false: there are none.
local function albums_table(albums, files)
  local rows, columns = {}, {}
  for _, album in ipairs(albums) do
    for _, row in ipairs(view.album_rows(album, files)) do
      row.id = #rows + 1
      rows[#rows + 1] = row
    end
  end
  for place, column in ipairs(view.album_columns) do
    local key = column.key or column
    columns[place] = { key = key, title = key:gsub("^%l", string.upper), align = column.align }
  end
  return #rows > 0 and { "table", id = "albums", key = "id", rows = rows, columns = columns }
end

-- One file with what would change in it.
local function file_detail(file)
  local rows = {}
  for place, change in ipairs(file.changes or {}) do
    rows[place] = { field = change.field, now = view.values(change.old),
      planned = view.values(change.new), why = change.why }
  end
  return { "detail", title = file.path, on_close = "close_file",
    subtitle = view.statuses[file.status],
    facts = {
      { label = "Found at", value = file.service and asking.title(file.service) or "-" },
      { label = "Score", value = view.score(file) or "-" },
      { label = "Why", value = file.reason or "-" },
    },
    { "message", file.remark },
    #rows > 0 and { "table", id = "changes", rows = rows, columns = {
      { key = "field", title = "Field" }, { key = "now", title = "Now" },
      { key = "planned", title = "Planned" }, { key = "why", title = "Why" } } } or false,
    file.candidates and #file.candidates > 0 and file.status ~= "written"
      and { "link", "Decide about it", action = "decide", args = file.id } or false,
  }
end

local function facts_of(record)
  local facts = {}
  for _, field in ipairs({ "album", "release_date", "duration" }) do
    local value = record[field]
    if value then
      facts[#facts + 1] = { label = field:gsub("_", " "), value = field == "duration"
        and ("%d:%02d"):format(value // 1 // 60, value // 1 % 60) or tostring(value) }
    end
  end
  return facts
end

local function parts_of(scored)
  local parts = {}
  for place, item in ipairs(scored.breakdown or {}) do
    parts[place] = { label = item.feature, value = item.contribution, text = item.note }
  end
  return parts
end

-- A file in doubt with its candidates. `found`: what the rules say of them, or nil.
local function review_node(file, found)
  local list = {}
  for place, candidate in ipairs(file.candidates) do
    local scored = found and found.candidates[place] or {}
    list[place] = { key = place, title = candidate.title, subtitle = candidate.artist,
      score = scored.score, facts = facts_of(candidate), parts = parts_of(scored) }
  end
  local subject = { title = file.record.title or file.path, subtitle = file.record.artist,
    facts = facts_of(file.record) }
  return { "review", key = file.id, candidates = list, on_choose = "choose", on_reject = "reject",
    on_skip = "skip", subject = subject }
end

local function plan_of(state)
  local list = plans.list()
  for _, plan in ipairs(list) do
    if plan.id == state.folder then return plan, list end
  end
  return #list == 1 and list[1] or nil, list
end

local function first_doubt(files, skipped)
  for _, file in ipairs(files) do
    if file.status == "uncertain" and not skipped[file.id] then return file end
  end
end

local function explained(file, plan)
  local ok, found = pcall(function()
    return mix.match.explain(file.record, file.candidates, mix.rules.load(plan.rules))
  end)
  return ok and found or nil
end

-- The doubt that is looked at: one that was opened, or the first one left.
local function doubt(state, files)
  local file = state.deciding and plans.file_by_id(state.deciding)
  return file or state.reviewing and first_doubt(files, state.skipped) or nil
end

local function folder_part(page, state, plan)
  local files = plans.files(plan.id)
  local counts = plans.counts(files)
  local function add(node) page[#page + 1] = node end
  add({ "text", plan.root, style = "heading" })
  add({ "text", view.summary(counts), style = "muted" })
  add(counts.matched > 0 and { "message", ("%d of them are ready to be written."):format(
    counts.matched), tone = "info" })
  local file = doubt(state, files)
  if file then
    add({ "link", "Leave the review", action = "leave" })
    add(review_node(file, explained(file, plan)))
  elseif counts.uncertain > 0 then
    add({ "link", ("Decide about %d uncertain"):format(counts.uncertain), action = "review" })
  end
  local open = state.file and plans.file_by_id(state.file)
  add(open and file_detail(open))
  add(albums_table(plans.albums(plan.id), files))
  add(filter_form(state, counts))
  add(files_table(files, state.status ~= "all" and state.status or nil))
end

-- Keeps a decision about the file of a doubt.
local function decide(state, key, decision)
  local file = plans.file_by_id(key)
  local plan = file and plan_of({ folder = file.plan })
  if not (file and plan) then return end
  decision(file, choices.set(plan.fields))
  plans.put_files({ file })
  state.deciding = nil
end

return {
  watch = { "topic:tags" },
  view = function(state)
    state.skipped = state.skipped or {}
    local plan, list = plan_of(state)
    local page = { "page", title = "Tags" }
    if not plan or #list > 1 then page[#page + 1] = folder_nodes(list) end
    if plan then folder_part(page, state, plan) end
    return page
  end,
  actions = {
    open_folder = function(state, id)
      state.folder, state.file, state.deciding, state.reviewing = id, nil, nil, nil
    end,
    open_file = function(state, id) state.file = id end,
    close_file = function(state) state.file = nil end,
    filter = function(state, values) state.status = values.status end,
    review = function(state) state.reviewing, state.skipped = true, {} end,
    leave = function(state) state.reviewing, state.deciding = nil, nil end,
    decide = function(state, id) state.deciding = id end,
    choose = function(state, args)
      decide(state, args.key, function(file, only) planning.choose(file, args.candidate, only) end)
    end,
    reject = function(state, args)
      decide(state, args.key, function(file) planning.reject(file) end)
    end,
    skip = function(state, args)
      state.skipped[args.key], state.deciding = true, nil
    end,
  },
}
