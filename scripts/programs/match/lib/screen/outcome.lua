-- The result of a match: its rows, one of them with reasons, and the file that comes of it.

local counted = require("lib.counted")
local each_doubt = require("lib.linking.doubts")
local match_report = require("lib.match_report")
local pairs_of = require("programs.match.lib.screen.pairs_of")
local service_run = require("programs.match.lib.service_run")
local tables_run = require("lib.linking.tables_run")
local words = require("lib.match_words")

local outcome = {}

-- Rows that are shown, and those whose reasons are: a file has all.
local most_shown, most_explained, page = 1000, 100, 1000
-- Rows without a match whose nearest is looked for.
local most_near = 20
-- The longest text that a screen hands over.
local longest = 100000

local states = { matched = "Matched", uncertain = "In doubt", none = "No match" }

-- The rows read last, by the version of the match.
local kept = {}

-- The first reason of each row in doubt.
local function doubts_of(file)
  local found = {}
  for pair in each_doubt(file) do found[pair.left] = found[pair.left] or pair end
  return found
end

local function row_of(spec, result, doubt)
  local description = pairs_of.rules(spec):describe()
  local other = result.other_record or doubt and doubt.right_record
  local score = result.score or doubt and doubt.score
  local record = mix.json.decode(result.record)
  local row = { row = result.row, mine = pairs_of.short(spec, record),
    state = result.other and "matched" or doubt and "uncertain" or "none" }
  if other then
    other = mix.json.decode(other)
    row.theirs, row.score = pairs_of.short(spec, other, true), words.score(score, description)
    row.why = doubt and doubt.reason
    row.pair = { record, other }
  end
  return row
end

-- The reason why the nearest of a row is not its match.
local function nearest(spec, row)
  local found = pairs_of.row(spec, row.row)
  local result = found and #found.candidates > 0 and pairs_of.explained(spec, found)
  local scored = result and result.candidates[1]
  if not scored then return "nothing comes near it" end
  return ("not %s: %s"):format(pairs_of.short(spec, scored.candidate, true),
    match_report.verdict(scored, result, pairs_of.rules(spec):describe()))
end

-- Gives the first matches their reasons, and the first rows without one.
local function explain(spec, rows)
  local near = 0
  for place = 1, math.min(#rows, most_explained) do
    local row = rows[place]
    if row.pair and not row.why then
      local ok, result = pcall(mix.match.explain, row.pair[1], { row.pair[2] },
        pairs_of.rules(spec))
      row.why = ok and pairs_of.why(result.candidates[1]) or nil
    elseif not row.pair and near < most_near then
      near = near + 1
      row.why = nearest(spec, row)
    end
  end
end

-- The rows of a state (nil: all) with some words, and how many there are.
local function read(spec, done, state, text)
  local file, wanted = spec.run.file, text and mix.text.fold(text)
  local doubts = doubts_of(file)
  local rows, total, first = {}, 0, 1
  while first <= done do
    local results = file:results(first, math.min(page, done - first + 1))
    if #results == 0 then break end
    for _, result in ipairs(results) do
      local found = result.other and "matched" or doubts[result.row] and "uncertain" or "none"
      local fits = (not state or found == state)
        and (not wanted or mix.text.fold(result.record .. " " .. (result.other_record or ""))
          :find(wanted, 1, true) ~= nil)
      if fits then
        total = total + 1
        if total <= most_shown then rows[total] = row_of(spec, result, doubts[result.row]) end
      end
    end
    first = first + #results
  end
  explain(spec, rows)
  for _, row in ipairs(rows) do row.pair, row.state = nil, states[row.state] end
  return rows, total
end

local function rows_of(current, state, text)
  local key = ("%d\n%s\n%s"):format(current.version, state or "", text or "")
  if kept.key ~= key then
    local rows, total = read(current.spec, current.counts.done, state, text)
    kept = { key = key, rows = rows, total = total }
  end
  return kept.rows, kept.total
end

local function summary(counts)
  local rest = counts.done - counts.matched
  local text = ("%d of %s %s matched"):format(counts.matched, counted(counts.done, "row"),
    counts.done == 1 and "is" or "are")
  if counts.uncertain > 0 then
    text = ("%s; %s in doubt"):format(text, counted(counts.uncertain, "pair"))
  elseif rest > 0 then
    text = ("%s; %d have no match"):format(text, rest)
  end
  if counts.done < counts.rows then
    local open = counts.rows - counts.done
    text = ("%s. %s %s not looked at yet"):format(text, counted(open, "row"),
      open == 1 and "was" or "were")
  end
  return text .. "."
end

local columns = {
  { key = "row", title = "#", align = "right" },
  { key = "mine", title = "Your row", least = 14 },
  { key = "theirs", title = "Its match", least = 14 },
  { key = "score", title = "Score", align = "right", drop = 2 },
  { key = "state", title = "State", least = 8 },
  { key = "why", title = "Why", least = 12, drop = 1 },
}

local choices = { { value = "all", label = "All rows" }, { value = "matched", label = "Matched" },
  { value = "uncertain", label = "In doubt" }, { value = "none", label = "No match" } }

-- One row with its candidates.
local function detail(spec, number)
  local found = pairs_of.row(spec, number)
  if not found then return false end
  local node = { "detail", title = pairs_of.short(spec, found.record), on_close = "close_row",
    subtitle = ("Row %d of your list"):format(number), facts = pairs_of.facts(found.record) }
  local result = #found.candidates > 0 and pairs_of.explained(spec, found)
  if not result then
    node[#node + 1] = { "message", "Nothing comes near it.", tone = "info" }
    return node
  end
  for _, scored in ipairs(result.candidates) do
    local other = found.candidates[scored.index]
    local args = { row = number, other = other.row }
    local verdict = pairs_of.verdict(spec, found.record, other.record)
    local is_match = found.other == other.row
    node[#node + 1] = pairs_of.node(spec, result, scored)
    node[#node + 1] = { "text", verdict and (verdict == "same" and "You said that this is it."
      or "You said that this is not it.") or is_match and "This is its match." or nil,
      style = "muted" }
    node[#node + 1] = verdict ~= "same"
      and { "link", "This is it", action = "same", args = args } or false
    node[#node + 1] = (is_match or verdict == "same")
      and { "link", "This is not it", action = "different", args = args } or false
  end
  return node
end

local forms = { { value = "csv", label = "CSV" }, { value = "tsv", label = "TSV" },
  { value = "json", label = "JSON" }, { value = "ndjson", label = "NDJSON" } }

--- Makes the file of a format. Returns {name, path, text or bytes}.
function outcome.export(spec, form)
  local name = "matched." .. form
  local path = mix.fs.data("match/" .. name)
  local write = spec.with and service_run.write or tables_run.write
  write(spec, path, {})
  local info = assert(mix.fs.info(path))
  return { name = name, path = path, bytes = info.size,
    text = info.size <= longest and mix.fs.read(path) or nil }
end

local function add_export(page_node, current)
  local function add(node) page_node[#page_node + 1] = node end
  add({ "form", id = "export", title = "Save the rows with their matches", submit = "export",
    label = "Make the file", fields = { { name = "form", label = "Format", type = "choice",
      options = forms, value = "csv" } } })
  local made = current.made
  if made and made.text then
    add({ "file", name = made.name, text = made.text, label = "Save " .. made.name })
  elseif made then
    add({ "message", ("%s has %.1f MB, more than a page hands over; it is on the machine of this "
      .. "server: %s"):format(made.name, made.bytes / 1e6, made.path), tone = "info" })
  end
end

--- Adds the rows to a page. `state`: the screen's.
function outcome.add(page_node, current, state)
  local function add(node) page_node[#page_node + 1] = node end
  add({ "text", "Matches", style = "heading" })
  add({ "text", summary(current.counts) })
  add(state.row and detail(current.spec, state.row))
  add({ "filters", on_change = "filter", fields = {
    { name = "text", label = "Search", value = state.text },
    { name = "show", label = "Show", type = "choice", options = choices,
      value = state.show or "all" },
  } })
  local shown = state.show ~= "all" and state.show or nil
  local rows, total = rows_of(current, shown, state.text)
  add({ "table", id = "rows", key = "row", columns = columns, rows = rows, on_select = "row",
    empty = "No row is like that." })
  add({ "text", total > #rows and ("The first %d of %d; the file has all."):format(#rows, total)
    or nil, style = "muted" })
  add_export(page_node, current)
end

return outcome
