-- One pure Lua program by its name; prints the seconds of CPU that it took.
local name = ...

local programs = {}

function programs.fib()
  local function fib(n)
    if n < 2 then return n end
    return fib(n - 1) + fib(n - 2)
  end
  return fib(31)
end

function programs.loop()
  local sum = 0
  for i = 1, 3e7 do sum = sum + i % 7 end
  return sum
end

function programs.table()
  local rows = {}
  for i = 1, 200000 do rows[i] = { key = i * 7919 % 200003, text = "row" } end
  table.sort(rows, function(a, b) return a.key < b.key end)
  local sum = 0
  for position, row in ipairs(rows) do sum = sum + position * row.key % 13 end
  return sum
end

function programs.string()
  local words = {}
  for i = 1, 60000 do words[i] = ("Title %d (feat. Guest %d)"):format(i, i % 97) end
  local text = table.concat(words, "\n")
  local count = 0
  for line in text:gmatch("[^\n]+") do
    local title = line:gsub("%s*%(feat%..-%)", ""):lower()
    if title:find("7", 1, true) then count = count + #title end
  end
  return count
end

function programs.coroutine()
  local sum = 0
  for _ = 1, 200 do
    local numbers = coroutine.wrap(function() for i = 1, 5000 do coroutine.yield(i) end end)
    for i in numbers do sum = sum + i end
  end
  return sum
end

local start = os.clock()
assert(programs[name], "no such program")()
print(os.clock() - start)
