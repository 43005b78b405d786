-- Parts of the screen of tags: the folders, a folder's files, one file, one doubt.

local asking = require("programs.tags.lib.asking")
local plans = require("programs.tags.lib.plans")
local view = require("programs.tags.lib.view")

local nodes = {}

--- The folders that were planned.
function nodes.folders(list)
  local rows = {}
  for place, plan in ipairs(list) do
    rows[place] = { id = plan.id, folder = plan.root,
      files = view.summary(plans.counts(plans.files(plan.id))) }
  end
  return { "table", id = "folders", key = "id", rows = rows, on_select = "open_folder",
    empty = "No folder is planned yet: mixhost tags plan FOLDER",
    columns = { { key = "folder", title = "Folder" }, { key = "files", title = "Files" } } }
end

local function options_of(counts)
  local list = { { value = "all", label = ("All %d files"):format(counts.total) } }
  for _, status in ipairs(view.order) do
    if counts[status] > 0 then
      list[#list + 1] = { value = status,
        label = ("%s (%d)"):format(view.statuses[status], counts[status]) }
    end
  end
  return list
end

--- The files that are shown.
function nodes.filters(state, counts)
  return { "filters", on_change = "filter", fields = { { name = "status", label = "Show",
    type = "choice", options = options_of(counts), value = state.status or "all" } } }
end

--- A folder's files.
function nodes.files(files, status)
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

--- One file with what would change in it.
function nodes.file(file)
  local rows = {}
  for place, change in ipairs(file.changes or {}) do
    rows[place] = { field = change.field, now = view.values(change.old),
      planned = view.values(change.new) }
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
      { key = "planned", title = "Planned" } } } or false,
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

--- A file in doubt with its candidates. `found`: what the rules say of them, or nil.
function nodes.review(file, found)
  local list = {}
  for place, candidate in ipairs(file.candidates) do
    local scored = found and found.candidates[place] or {}
    list[place] = { key = place, title = candidate.title, subtitle = candidate.artist,
      score = scored.score, facts = facts_of(candidate), parts = parts_of(scored) }
  end
  return { "review", key = file.id, candidates = list, on_choose = "choose", on_reject = "reject",
    on_skip = "skip", subject = { title = file.record.title, subtitle = file.record.artist,
      facts = facts_of(file.record) } }
end

return nodes
