-- The decisions of people about pairs: pins, rejections and answers of reviews. They are kept apart
-- from runs, and later runs respect them, as long as the row says the same.

local decision_lines = require("lib.decision_lines")
local progress = require("lib.linking.progress")
local sorted_names = require("lib.sorted_names")

local decisions = {}

-- In mixhost's data folder: a line of JSON for each decision.
local name, lock_name = "linking/decisions.ndjson", "linking/decisions.lock"

--- Returns a mark of what a record says, whatever its row, its case and its punctuation.
function decisions.mark(record)
  local said = {}
  for _, field in ipairs(sorted_names(record)) do
    local value = record[field]
    if field ~= "row_id" and value ~= "" then
      local text = type(value) == "table" and mix.json.encode(value) or tostring(value)
      said[#said + 1] = field .. "=" .. mix.text.normalize(text)
    end
  end
  return mix.crypto.sha256(table.concat(said, "\n")):sub(1, 16)
end

--- Returns what stands for an entry of a service, or for a row of a table (`service` nil).
function decisions.target(service, record)
  if not service then return "row " .. decisions.mark(record) end
  return ("%s %s"):format(service, tostring(record.id or record.key or record.isbn or ""))
end

local function key_of(entry)
  return mix.crypto.sha256(entry.row .. "\n" .. entry.target):sub(1, 8)
end

local form = { needed = { "row", "target", "verdict" },
  others = { "record", "other", "time", "id" }, objects = { "record", "other" },
  verdict = "verdict", verdicts = { "same", "different" } }

-- The entries of read lines.
local function entries_of(lines)
  local list = {}
  for place, line in ipairs(lines) do list[place] = line.entry end
  return list
end

-- Returns the kept decisions, and the damaged lines beside them.
local function read()
  local path = mix.fs.data(name)
  if not mix.fs.exists(path) then return {}, {} end
  local lines, bad = decision_lines.read(progress.need(mix.fs.read(path)), form)
  for _, line in ipairs(bad) do
    progress.problem(("%s:%d is left out, which is not a decision: %s; mend or remove the line")
      :format(path, line.line, line.reason))
  end
  return entries_of(lines), bad
end

-- Takes the lock of the decisions, which others hold for milliseconds.
local function taken_lock()
  local held, err = mix.fs.lock(lock_name, "decisions")
  for _ = 1, 200 do
    if held or err.kind ~= "locked" then break end
    mix.task.sleep(0.05)
    held, err = mix.fs.lock(lock_name, "decisions")
  end
  return held or progress.fail(("decisions: %s"):format(err.message), 1)
end

-- Changes the kept decisions, which no other process changes meanwhile.
local function change(edit)
  local held = taken_lock()
  local kept, bad = read()
  local list, result = edit(kept)
  local lines = {}
  for place, entry in ipairs(list) do lines[place] = mix.json.encode(entry) .. "\n" end
  -- Someone may mend them, or a newer mixhost wrote them.
  for _, line in ipairs(bad) do lines[#lines + 1] = line.text .. "\n" end
  local ok, err = mix.fs.write(mix.fs.data(name), table.concat(lines))
  held:release()
  progress.need(ok, err)
  return result
end

local Kept = {}
Kept.__index = Kept

function Kept:take(entry)
  local of_row = self.by_row[entry.row] or {}
  self.by_row[entry.row], of_row[entry.target] = of_row, entry
end

--- Opens the kept decisions.
function decisions.open()
  local kept = setmetatable({ by_row = {} }, Kept)
  for _, entry in ipairs(read()) do kept:take(entry) end
  return kept
end

--- Returns the decisions about a row, by their targets; nil without any.
function Kept:of(record) return next(self.by_row) and self.by_row[decisions.mark(record)] end

--- Whether there is none.
function Kept:is_empty() return next(self.by_row) == nil end

-- The earlier pins of a row in the place of which a new one comes.
function Kept:replaced(entry, is_rival)
  local gone = { [entry.id] = true }
  for target, old in pairs(is_rival and self.by_row[entry.row] or {}) do
    if old.verdict == "same" and target ~= entry.target and is_rival(target) then
      gone[key_of(old)], self.by_row[entry.row][target] = true, nil
    end
  end
  return gone
end

--- Keeps a decision in place of another about the same pair. `record`: the row; `other`: the entry
--- or the other row, of which a pin may know no more than `id`; `service`: nil between tables.
--- `is_rival(target)` says which earlier pins of the row a new one replaces.
function Kept:add(record, other, verdict, service, is_rival)
  local entry = {
    row = decisions.mark(record), target = decisions.target(service, other), verdict = verdict,
    record = record, other = other, time = mix.time.now(),
  }
  entry.id = key_of(entry)
  local gone = self:replaced(entry, is_rival)
  self:take(entry)
  change(function(list)
    local after = {}
    for _, old in ipairs(list) do if not gone[key_of(old)] then after[#after + 1] = old end end
    after[#after + 1] = entry
    return after
  end)
  return entry
end

local function words_of(record)
  local first = record.title or record.name or record.id or record.key or "?"
  local second = record.artist or record.author or record.director
  if type(second) == "table" then second = second[1] end
  return second and ("%s · %s"):format(tostring(first), tostring(second)) or tostring(first)
end

--- Prints the kept decisions; as JSON one on each line, which `import` reads. Returns the exit
--- code.
function decisions.show(as_json)
  local list = read()
  if as_json then
    for _, entry in ipairs(list) do print(mix.json.encode(entry)) end
    return 0
  end
  if #list == 0 then
    mix.ui.note("no decisions are kept")
    return 0
  end
  local rows = {}
  for place, entry in ipairs(list) do
    rows[place] = { id = key_of(entry), verdict = entry.verdict,
      with = entry.target:match("^row ") and "table" or entry.target:match("^%S+"),
      row = words_of(entry.record or {}), other = words_of(entry.other or {}) }
  end
  mix.ui.table(rows, { columns = {
    { key = "id" }, { key = "verdict" }, { key = "with" }, { key = "row" }, { key = "other" },
  } })
  return 0
end

--- Adds the decisions of a file; those about the same pairs are replaced. Returns the exit code.
function decisions.import(path, as_json)
  local lines, bad = decision_lines.read(progress.need(mix.fs.read(path)), form)
  local list = entries_of(lines)
  decision_lines.tell(path, bad, #bad, #list == 0, "mixhost match --decisions --json")
  local counts = change(function(kept)
    local places = {}
    for place, entry in ipairs(kept) do places[key_of(entry)] = place end
    for _, entry in ipairs(list) do
      local key = key_of(entry)
      places[key] = places[key] or #kept + 1
      kept[places[key]], entry.id = entry, key
    end
    return kept, { imported = #list, rejected = #bad, kept = #kept }
  end)
  print(as_json and mix.json.encode(counts, { pretty = true })
    or ("%d imported, %d rejected"):format(counts.imported, counts.rejected))
  return (#bad > 0 or #list == 0) and 1 or 0
end

--- Forgets the decision whose ID begins with a text, or all. Returns the exit code.
function decisions.forget(id, as_json)
  local counts = change(function(list)
    local after, gone = {}, 0
    for _, entry in ipairs(list) do
      local is_meant = id == "all" or key_of(entry):sub(1, #id) == id
      gone = gone + (is_meant and 1 or 0)
      after[#after + 1] = not is_meant and entry or nil
    end
    if id ~= "all" and gone ~= 1 then return list, { problem = gone } end
    return after, { forgotten = gone, kept = #after }
  end)
  if counts.problem then
    progress.fail(("--forget: %s decision has an ID that begins with \"%s\"; --decisions lists "
      .. "them"):format(counts.problem == 0 and "no" or "more than one", id), 2)
  end
  print(as_json and mix.json.encode(counts, { pretty = true })
    or ("%d forgotten"):format(counts.forgotten))
  return 0
end

return decisions
