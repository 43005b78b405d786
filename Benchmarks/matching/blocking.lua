-- Blocking recall: how many of the pairs labelled as the same share keys, so that `link` compares
-- them, and why the others do not. All left records of a file are one table, all right ones the
-- other; where many stand on both sides all are one table, and its rows meet as those of `dedupe`.
-- Prints a line for each file, and the lost pairs with their reasons.
--
--   mixhost Benchmarks/matching/blocking.lua FOLDER|FILE… [--show 5] [--large]

local labelled_pairs = require("lib.labelled_pairs")
local blocking = require("lib.linking.blocking")
local left_out = require("lib.linking.left_out")

local args = mix.args.parse({
  name = "blocking", summary = "Measures how many known pairs blocking brings together.",
  options = { { "show", type = "integer", min = 0, default = 3, help = "lost pairs to show" },
    { "large", type = "flag", help = "as rows of tables too large for many candidates" } },
  positional = { { "paths", many = true, type = "path", help = "folders, or files of pairs" } },
})

-- The rules of a file by its name: film_…, book_…, people_…, song_…; others as link guesses.
local function kind_of(name)
  for word, kind in pairs({ film = "films", book = "books", people = "people" }) do
    if name:find("^" .. word) then return kind end
  end
  return "tracks"
end

local function exists(name) return pcall(mix.rules.load, name) end

-- Rows without doubles, with their numbers by their texts.
local function table_of()
  local rows, numbers = {}, {}
  return rows, function(record)
    local text = mix.json.encode(record)
    if not numbers[text] then
      rows[#rows + 1], numbers[text] = record, #rows + 1
    end
    return numbers[text]
  end
end

-- A list of rows as a table that was opened.
local function opened(rows)
  local is_read = false
  return { next = function()
    if is_read then return nil end
    is_read = true
    return rows
  end }
end

local function add(file, side, rows, pairing)
  local records, count = {}, 0
  for place, row in ipairs(rows) do
    records[place], count = mix.json.encode(row), count + #pairing.rules:keys(row)
  end
  assert(pairing:add(file, side, records))
  return count
end

-- Whether records stand on both sides without being paired with themselves.
local function is_one_table(list)
  local lefts, seen, own, both, lone = {}, {}, {}, 0, 0
  for _, pair in ipairs(list) do
    local text = mix.json.encode(pair.left)
    lefts[text] = true
    if text == mix.json.encode(pair.right) then own[text] = true end
  end
  for _, pair in ipairs(list) do
    local text = mix.json.encode(pair.right)
    if lefts[text] and not seen[text] then
      seen[text], both, lone = true, both + 1, lone + (own[text] and 0 or 1)
    end
  end
  return lone > both / 2
end

local function measure(path)
  local name = path:match("([^/]*)%.%w+$")
  local kind = kind_of(name)
  local match = mix.rules.load("match/" .. kind)
  local has, block = exists("block/" .. kind)
  block = has and block or mix.rules.load("block/generic")
  local list = labelled_pairs.for_rules(assert(labelled_pairs.read(path)), match)
  local within = is_one_table(list)
  local left, left_number = table_of()
  local right, right_number = table_of()
  if within then right, right_number = {}, left_number end
  local wanted = {}
  for _, pair in ipairs(list) do
    local one, other = left_number(pair.left), right_number(pair.right)
    if within and one < other then one, other = other, one end
    local is_pair = not within or one ~= other
    if pair.label and is_pair then wanted[one .. " " .. other] = { one, other } end
  end
  local pairing = args.large
    and blocking.of(block, { block = block:name(), within = within })
    or blocking.of(block, { block = block:name() }, opened(left),
      not within and opened(right) or nil)
  local place = mix.fs.data("linking/blocking.sqlite")
  assert(mix.link.open(place)):remove()
  local file = assert(mix.link.open(place))
  local keys = add(file, "left", left, pairing) + add(file, "right", right, pairing)
  assert(file:index(within and "left" or "right"))
  pairing.search.before = within
  local compared, after = 0, 0
  while true do
    local queries = file:near(after + 1, 200, pairing.search)
    if #queries == 0 then break end
    after = queries[#queries].row
    for _, query in ipairs(queries) do
      compared = compared + #query.candidates
      for _, candidate in ipairs(query.candidates) do
        local mark = query.row .. " " .. candidate.row
        if wanted[mark] then wanted[mark].is_found = true end
      end
    end
  end
  local total, found, reasons, shown = 0, 0, {}, 0
  for _, pair in pairs(wanted) do
    total = total + 1
    if pair.is_found then
      found = found + 1
    else
      local reason = left_out.reason(file, pair[1], pair[2], pairing.search, within)
      local short = reason:gsub("^%d+ others", "others"):gsub("%b()", "")
      reasons[short] = (reasons[short] or 0) + 1
      if shown < args.show then
        shown = shown + 1
        print(("    %s | %s: %s"):format(mix.json.encode(left[pair[1]]),
          mix.json.encode((within and left or right)[pair[2]]), reason))
      end
    end
  end
  local words = {}
  for reason, count in pairs(reasons) do words[#words + 1] = ("%d %s"):format(count, reason) end
  table.sort(words)
  print(("%-34s %-7s %4d of %4d  %6.2f %%  %5.1f candidates a row, %4.1f keys  %s"):format(name,
    kind, found, total, 100 * found / math.max(1, total), compared / #left,
    keys / (#left + #right), table.concat(words, "; ")))
  file:remove()
end

for _, path in ipairs(args.paths) do
  local info = assert(mix.fs.info(path))
  if info.type ~= "folder" then
    measure(path)
  else
    local names = assert(mix.fs.list(path))
    table.sort(names)
    for _, each in ipairs(names) do
      if each:find("%.csv$") then measure(path .. "/" .. each) end
    end
  end
end
