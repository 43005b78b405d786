-- Reads the known pairs of rows that belong together: from a column of both tables, or a CSV file
-- with pairs of identifiers.

local columns = require("lib.linking.columns")
local table_start = require("lib.table_start")

local gold = {}

-- Groups identifiers of both sides: rows are one work when pairs connect them.
local Groups = {}
Groups.__index = Groups

function Groups:top(node)
  while self.above[node] ~= node do
    self.above[node] = self.above[self.above[node]]
    node = self.above[node]
  end
  return node
end

function Groups:node(ids, id)
  local node = ids[id]
  if not node then
    node = #self.above + 1
    ids[id], self.above[node] = node, node
  end
  return node
end

function Groups:join(left_id, right_id)
  local first = self:top(self:node(self.left, left_id))
  self.above[self:top(self:node(self.right, right_id))] = first
end

-- Returns a function from a side's identifier to its label; "" for one in no pair.
function Groups:labels(ids)
  return function(id) return ids[id] and tostring(self:top(ids[id])) or "" end
end

local function from_file(path, within)
  local info = mix.fs.info(path)
  if info and info.type == "folder" then
    mix.ui.fail(("--gold %s: a folder, not a file of pairs"):format(path), 2)
  end
  local strange = table_start.problem_of(path)
  if strange then mix.ui.fail(("--gold %s: %s"):format(path, strange), 1) end
  local reader, err = mix.csv.open(path)
  if not reader then mix.ui.fail("--gold: " .. err.message, 1) end
  -- Within one table both sides are the same.
  local left = {}
  local groups = setmetatable({ above = {}, left = left, right = within and left or {} }, Groups)
  local is_header = true
  local function next_rows()
    local rows, failed = reader:next()
    if not rows and failed and failed.message then mix.ui.fail("--gold: " .. failed.message, 1) end
    return rows
  end
  for rows in next_rows do
    for _, row in ipairs(rows) do
      if not is_header and row[1] and row[2] and row[1] ~= "" and row[2] ~= "" then
        groups:join(row[1], row[2])
      end
      is_header = false
    end
  end
  if #groups.above == 0 then
    mix.ui.fail(("--gold %s: no pairs: a header and two columns of identifiers expected"):format(
      path), 1)
  end
  return { left = { label = groups:labels(left) }, right = { label = groups:labels(groups.right) } }
end

--- Returns the answers for loading, one for each side: {column = name}, or {label = identifier to
--- label} from a file of pairs whose first two columns are the left and the right row's identifiers
--- (the row's number without one). A column wins over a file with its name. `headers`: that of the
--- left table, and that of the right one (nil for one table).
function gold.read(value, headers)
  if not value then return nil end
  if columns.place(headers.left, value) or columns.place(headers.right or {}, value) then
    return { left = { column = value }, right = { column = value } }
  end
  if mix.fs.exists(value) then return from_file(value, not headers.right) end
  mix.ui.fail(("--gold: there is no column and no file %s; the columns are %s"):format(
    value, columns.shown(headers.left)), 2)
end

--- Returns precision, recall and F1 of counts.
function gold.measures(right, wrong, wanted)
  local precision = right + wrong > 0 and right / (right + wrong) or 0
  local recall = wanted > 0 and right / wanted or 0
  local f1 = right > 0 and 2 * precision * recall / (precision + recall) or 0
  return { precision = precision, recall = recall, f1 = f1, right = right, wrong = wrong,
    pairs = wanted }
end

return gold
