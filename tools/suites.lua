-- Public conformance suites through the built program:
--   mixhost --allow-read DIR tools/suites.lua DIR
-- where DIR holds JSONTestSuite/test_parsing and csv-spectrum/{csvs,json}. Exits 1 on a failure.
local root = assert((...), "usage: suites.lua DIR")

local failures = 0

local function fail(name, why)
  failures = failures + 1
  print(("  %s: %s"):format(name, why))
end

local function files(dir, suffix)
  local names = {}
  for _, entry in ipairs(assert(mix.fs.list(dir))) do
    local name = type(entry) == "table" and entry.name or entry
    if name:sub(-#suffix) == suffix then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

-- y_ must be accepted, n_ rejected; i_ may be either, but must not end the program.
local function json_suite(dir)
  local count = { y = 0, n = 0, i = 0 }
  local function check(kind, name, text)
    local value, problem = mix.json.decode(text)
    if kind == "y" and problem then
      fail(name, "rejected: " .. tostring(problem))
    elseif kind == "n" and not problem then
      fail(name, "accepted: " .. mix.json.encode(value))
    else
      count[kind] = count[kind] + 1
    end
  end
  local seen = {}
  for _, name in ipairs(files(dir, ".json")) do
    seen[name] = true
    check(name:sub(1, 1), name, assert(mix.fs.read(dir .. "/" .. name)))
  end
  -- The two largest files of the suite are simple enough to make.
  local made = {
    ["n_structure_100000_opening_arrays.json"] = ("["):rep(100000),
    ["n_structure_open_array_object.json"] = ('[{"":'):rep(50000) .. "\n",
  }
  for name, text in pairs(made) do
    if not seen[name] then
      check("n", name, text)
    end
  end
  print(("JSONTestSuite: %d accepted, %d rejected, %d either way"):format(
    count.y, count.n, count.i))
  if count.y ~= 95 or count.n ~= 188 or count.i ~= 35 then
    fail("JSONTestSuite", "expected 95, 188 and 35")
  end
end

-- Each .csv is, row by row, the array of objects in the .json of the same name.
local function csv_suite(dir)
  local passed, names = 0, files(dir .. "/csvs", ".csv")
  for _, name in ipairs(names) do
    local text = assert(mix.fs.read(dir .. "/csvs/" .. name))
    local answer = assert(mix.fs.read(dir .. "/json/" .. name:gsub("%.csv$", ".json")))
    local rows, problem = mix.csv.parse(text, { header = true })
    local expected = mix.json.encode(assert(mix.json.decode(answer)))
    local got = rows and mix.json.encode(mix.json.array(rows)) or tostring(problem)
    if got == expected then
      passed = passed + 1
    else
      fail(name, ("%s, expected %s"):format(got, expected))
    end
  end
  print(("csv-spectrum: %d of %d"):format(passed, #names))
  if #names ~= 11 then
    fail("csv-spectrum", "expected 11 files")
  end
end

json_suite(root .. "/JSONTestSuite/test_parsing")
csv_suite(root .. "/csv-spectrum")
if failures > 0 then
  error(("%d failures"):format(failures), 0)
end
