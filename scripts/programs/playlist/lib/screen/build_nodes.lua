-- A build, its plan, its figures and what was written before, as parts of a screen.

local arranging = require("programs.playlist.lib.screen.arranging")
local builds = require("programs.playlist.lib.writing.builds")
local history_rows = require("programs.playlist.lib.history_rows")
local report = require("programs.playlist.lib.report")
local spotify = require("services.spotify.provider")
local words = require("programs.playlist.lib.words")

local build_nodes = {}

local most_history, most_warnings = 100, 20

local outdated = "The plan below is of what was chosen before, and is not what would be built now: "
  .. "show the plan again."

local cancel = { { label = "Cancel", action = "cancel" } }

--- How far the work is; nil when nothing is under way.
function build_nodes.progress(page)
  if not page.doing then return nil end
  local work = page.shown.work
  if not work then return { "progress", "Asking Spotify", done = 0, actions = cancel } end
  return { "progress", work.label, done = work.done, total = work.total, text = work.what,
    actions = cancel }
end

local function warnings(shown)
  local list = table.move(shown.warnings, 1, math.min(#shown.warnings, most_warnings), 1, {})
  if #shown.warnings > most_warnings then
    list[#list + 1] = ("and %d more, in the log"):format(#shown.warnings - most_warnings)
  end
  return #list > 0 and table.concat(list, "\n") or nil
end

-- The tracks; `can_move`: each opens, to be moved or left out.
local function tracks(shown, can_move)
  local rows = {}
  for place, title in ipairs(shown.result.display) do
    rows[place] = { place = place, title = title }
  end
  return { "table", id = "tracks", key = "place", rows = rows, empty = "No tracks.",
    on_select = can_move and "track" or nil, columns = {
      { key = "place", title = "#", align = "right" }, { key = "title", title = "Track" },
    } }
end

--- Adds the plan to a page, or what was built, with the figures.
function build_nodes.result(nodes, page)
  local shown = page.shown
  local function add(node) nodes[#nodes + 1] = node or false end
  local is_current = not page.doing and arranging.result(page) ~= nil
  add({ "message", shown.plan and not page.doing and not is_current and outdated, tone = "info" })
  add({ "message", warnings(shown), tone = "warning" })
  if shown.plan then add({ "text", table.concat(shown.plan, "\n"), style = "code" }) end
  if shown.built and shown.built.link then
    add({ "link", ("Open \"%s\" in Spotify"):format(shown.built.name), href = shown.built.link,
      share = true })
  end
  if not shown.stats then return end
  add({ "text", table.concat(report.stats_lines(shown.stats), "\n"), style = "code" })
  if shown.seed then
    local seed = type(shown.seed) == "table" and shown.seed.int or tostring(shown.seed)
    add({ "text", "Shuffled with seed " .. seed, style = "muted" })
  end
  add({ "text", shown.source, style = "muted" })
  if not shown.result then return end
  add(is_current and arranging.detail(page))
  add(tracks(shown, is_current))
end

--- The newest build that was left before its end, as a question; nil when there is none.
function build_nodes.left()
  local record = builds.left()
  if not record then return nil end
  local actions = { { label = "Take it back", action = "undo", args = record.id } }
  if record.state == "writing" then
    table.insert(actions, 1, { label = "Continue", action = "resume" })
  end
  return { "message", ("\"%s\" was left before its end (%s)."):format(record.name,
    words.time(record.started)), tone = "warning", actions = actions }
end

--- The builds that wrote, newest first.
function build_nodes.history()
  local rows = {}
  for place, record in ipairs(builds.list()) do
    if place > most_history then break end
    rows[place] = history_rows.row(record)
    rows[place].name = record.name
  end
  return { "table", key = "build", rows = rows, on_select = "open",
    empty = "Nothing was written yet: show a plan, then build it.", columns = {
      { key = "name", title = "Playlist", least = 18 },
      { key = "change", title = "Items", align = "right", drop = 3 },
      { key = "state", title = "State", least = 10 },
      { key = "when", title = "When", least = 16, drop = 2 },
      { key = "command", title = "By", drop = 1 },
      { key = "build", title = "Build", least = 6, drop = 1 },
    } }
end

--- One build, with what can be done about it; nil for one that is not kept any more.
function build_nodes.detail(id)
  local record = builds.get(id)
  if not record then return nil end
  local row = history_rows.row(record)
  local node = { "detail", title = record.name, subtitle = row.when, on_close = "close", facts = {
    { label = "Build", value = record.id }, { label = "State", value = row.state },
    { label = "Items", value = row.change }, { label = "By", value = record.command },
  } }
  if record.playlist then
    node[#node + 1] = { "link", "Open in Spotify", href = spotify.link(record.playlist),
      share = true }
  end
  if record.stats then
    -- They were written down before anything was added.
    record.stats.total_uploaded = math.tointeger(record.added) or 0
    node[#node + 1] = { "text", table.concat(report.stats_lines(record.stats), "\n"),
      style = "code" }
  end
  if record.state == "writing" then node[#node + 1] = { "link", "Continue", action = "resume" } end
  if record.state ~= "undone" then
    node[#node + 1] = { "link", "Take it back", action = "undo", args = id,
      confirm = ("Take back what was written to \"%s\"?"):format(record.name) }
    node[#node + 1] = { "link", "Take it back, whatever was changed since", action = "undo_all",
      args = id, confirm = ("Put back what was in \"%s\" before? Later changes are lost.")
        :format(record.name) }
  end
  return node
end

return build_nodes
