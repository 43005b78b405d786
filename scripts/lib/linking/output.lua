-- Writes the rows of the left table with the linked rows, in their order.

local output_file = require("lib.output_file")
local path_parts = require("lib.path_parts")
local progress = require("lib.linking.progress")
local record_rows = require("lib.record_rows")

local output = {}

local page = 1000

local function plain(value) return record_rows.text(value, "; ") end

local forms = { csv = "csv", txt = "csv", tsv = "tsv", tab = "tsv", ndjson = "ndjson",
  jsonl = "ndjson", json = "json" }

-- The format of a path's ending: csv, tsv, ndjson or json; csv without an ending, nil for another.
local function form_of(path)
  local ending = path and path:lower():match("[^/]%.(%w+)$")
  return forms[ending or "csv"]
end

-- The target of text: a file, or the standard output.
local function sink(path)
  if output_file.is_stdout(path) then
    return { write = function(_, text) output_file.put(text) end, finish = function() end }
  end
  local writer = progress.need(mix.fs.writer(path))
  return {
    write = function(_, text) progress.need(writer:write(text)) end,
    finish = function() progress.need(writer:finish()) end,
  }
end

-- Returns what makes the text of rows, each a list of the cells under `names`, and the texts before
-- and after all rows.
local function encoder(form, names)
  local first = true
  if form == "csv" or form == "tsv" then
    return function(rows)
      for _, row in ipairs(rows) do
        for place = 1, #names do row[place] = row[place] or "" end
      end
      local text = mix.csv.encode(rows, {
        columns = names, header = first, delimiter = form == "tsv" and "\t" or ",",
      })
      first = false
      return text
    end, "", ""
  end
  return function(rows)
    local lines = {}
    for index, row in ipairs(rows) do
      local lead, record = form == "json" and (first and index == 1 and "" or ",") or "", {}
      for place, name in ipairs(names) do record[name] = row[place] end
      lines[index] = lead .. mix.json.encode(record) .. "\n"
    end
    first = false
    return table.concat(lines)
  end, form == "json" and "[\n" or "", form == "json" and "]\n" or ""
end

-- A path without links, as far as it is there and may be read.
local function whole(path)
  local is_read, info = pcall(mix.fs.info, path)
  return is_read and info and info.real or table.concat(path_parts(mix.fs.absolute(path)), "/")
end

-- Whether two paths name one file.
local function is_same(path, other) return other ~= nil and whole(path) == whole(other) end

--- Returns why rows cannot be written to a file: its ending is not a table format, or it is one of
--- the input tables. Nil when they can.
function output.problem(path, left, right)
  if not form_of(path) then
    return ("--out %s: the ending chooses the form: .csv, .tsv, .ndjson or .json"):format(path)
  end
  local problem = output_file.problem("--out", path)
  if problem then return problem end
  if path and (is_same(path, left) or is_same(path, right)) then
    return ("--out %s is a table that is read: name another file"):format(path)
  end
end

--- Refuses an invalid target file, and rows on the stream of the run's document or events.
function output.check(args, left, right)
  local problem = output.problem(args.out, left, right)
  if problem then progress.fail(problem, 2) end
  local is_taken = args.json or mix.events.enabled()
  if not (args.out and is_taken and output_file.is_stdout(args.out)) then return end
  progress.fail(("--out %s: %s goes to the standard output; name a file for the rows"):format(
    args.out, mix.events.enabled() and "--events" or "--json"), 2)
end

--- Whether rows go to the standard output when no file is named: not with documents or events, or
--- on a terminal.
function output.goes_to_stdout(args)
  return not (args.json or mix.events.enabled() or mix.ui.is_terminal())
end

-- A name that the left table already has gets a mark.
local function fresh(name, header)
  for _, column in ipairs(header) do
    if column == name then return fresh(name .. "_2", header) end
  end
  return name
end

--- Writes all rows. `opened`: the left table, opened again; `fields`: those of the other side to
--- add. `options`: `clusters`, the number of each row's cluster instead; `problems`, why rows were
--- not looked up, by their number: a column of its own where there are any.
function output.write(file, opened, path, fields, options)
  local names = table.move(opened.header, 1, #opened.header, 1, {})
  local width, columns, shown = #names, {}, {}
  local function add(what, name)
    names[#names + 1], columns[what] = fresh(name, names), #names + 1
  end
  local added = options.clusters and { "cluster" } or { "match_row", "match_score", "match_id" }
  for _, name in ipairs(added) do add(name, name) end
  for _, field in ipairs(options.clusters and {} or fields) do
    if field ~= "id" then -- match_id has it
      shown[#shown + 1] = field
      add(field, "match_" .. field)
    end
  end
  local problems = options.problems and next(options.problems) and options.problems
  if problems then add("problem", "match_problem") end
  local out = sink(path)
  local form = options.form or form_of(path)
  local encode, opening, ending = encoder(form, names)
  local is_json = form == "json" or form == "ndjson"
  if opening ~= "" then out:write(opening) end
  local number, results, place = 0, {}, 0
  for cells_list in opened.next do
    local rows = {}
    for _, cells in ipairs(cells_list) do
      number = number + 1
      if place >= #results then results, place = file:results(number, page, options.clusters), 0 end
      place = place + 1
      local result, row = results[place], {}
      for index = 1, width do
        -- JSON keeps lists and objects.
        row[index] = is_json and cells[index] or plain(cells[index])
      end
      if result and options.clusters then
        row[columns.cluster] = tostring(result.other or result.row)
      elseif result then
        row[columns.match_row] = plain(result.other)
        row[columns.match_score] = result.score and ("%.4f"):format(result.score) or ""
        local other = result.other_record and mix.json.decode(result.other_record) or {}
        row[columns.match_id] = plain(other.row_id or other.id or other.key)
        for _, field in ipairs(shown) do row[columns[field]] = plain(other[field]) end
      end
      if problems then row[columns.problem] = problems[number] or "" end
      rows[#rows + 1] = row
    end
    if #rows > 0 then out:write(encode(rows)) end
  end
  if number == 0 then out:write(encode({})) end
  if ending ~= "" then out:write(ending) end
  out.finish()
end

return output
