-- Prints the answers of CLua, line by line, for tools/arm64-check: patterns, texts, numbers,
-- order, errors, JSON. Nothing here depends on addresses, time or the order of hashing.
local decode, encode = ...

local function say(...)
  local parts = table.pack(...)
  for place = 1, parts.n do
    local value = parts[place]
    parts[place] = type(value) == 'string' and ('%q'):format(value) or tostring(value)
  end
  print(table.concat(parts, ' ', 1, parts.n))
end

local bytes = {}
for byte = 0, 255 do bytes[#bytes + 1] = string.char(byte) end
local all = table.concat(bytes)

-- Letters above 127 are negative where `char` has a sign.
for class in ('%a %c %d %g %l %p %s %u %w %x [\x80-\xff] [^\x01-\xfe] .'):gmatch('%S+') do
  say(class, (all:gsub(class, '')):byte(1, -1))
end
local text = 'größe = 12 (a(b)c) Ärger=übel 42'
for _, pattern in ipairs { '(%w+)%s*=%s*(%w+)', '%f[%w]%w+', '%b()', '^(.-)(%d*)$', '()ü()' } do
  say(pattern, text:find(pattern))
  for first, second in text:gmatch(pattern) do
    say(first, second)
  end
end
for bad in ('% [a ( %1 %f %b('):gmatch('%S+') do
  say(bad, pcall(string.find, 'text', bad))
end

local integers = { 0, 1, -1, 127, 128, 255, -128, -129, 1 << 31, 1 << 32 }
table.move({ math.maxinteger, math.mininteger }, 1, 2, #integers + 1, integers)
for _, number in ipairs(integers) do
  say(number, number // 7, number % 7, number >> 3, number << 60, number / 3)
  for _, format in ipairs { '<i8', '>i8', '<d', '>d', '!8 i1 i8', 'z', 's2' } do
    say(format, pcall(string.pack, format, number, number))
  end
end
local huge = math.huge
for _, number in ipairs { 0.1, -0.0, huge, -huge, 1e-320, 2 ^ 53, 2 ^ 63, 123456789.125, 3.0 } do
  say(number, math.tointeger(number), ('%.17g %a %5.1f'):format(number, number, number))
  say(pcall(string.format, '%d', number))
  -- Whether a NaN has a sign is the processor's choice.
  if number - number == 0 then say(number // 1, number % 3) end
end
say(tonumber('0x1p-3'), tonumber('ff', 16), tonumber('1e1'), tonumber('08'))

local words = {}
for index = 1, 400 do words[index] = ('w%d'):format(index * 7919 % 1009) end
table.sort(words)
say(table.concat(words, ','))
table.sort(words, function(a, b) return #a < #b or (#a == #b and a > b) end)
say(table.concat(words, ','))
say(pcall(table.sort, { 3, 1, 2, 5, 4, 9, 8 }, function() return true end))
say(table.unpack(table.move({ 1, 2, 3 }, 1, 3, 2)))
say(pcall(table.concat, { 1, {}, 3 }))
say(utf8.char(0x20ac, 0x10ffff), utf8.len('grö\xff'), utf8.codepoint('€', 1))
say(('x'):rep(100000):upper():len(), ('ab'):rep(5, '-'), ('abc'):reverse(), ('ÄÖ'):lower())

local steps = coroutine.wrap(function(...)
  local sum = 0
  for _, value in ipairs { ... } do sum = sum + coroutine.yield(value) end
  error { sum = sum }
end)
say(steps(1, 2, 3), steps(10), steps(20))
local ok, failure = pcall(steps, 30)
say(ok, type(failure) == 'table' and failure.sum or failure)
local function see(message) return 'seen: ' .. message end
say(xpcall(function() return ({}).field.field end, see))
say(pcall(function()
  local handler = { __close = function(_, message) say('closed', message) end }
  local closed <close> = setmetatable({}, handler)
  error(closed and 'out', 0)
end))

local texts = [=[
{"a":[1,2.5,-0],"b":"\ud83d\ude00\u00e4","c":null}
[1,]
"\ud83d"
{"a":1,"a":2}
 9223372036854775808
[1e-7,0.1,123456789012345678,1e400]
]=]
for line in texts:gmatch('[^\n]+') do
  local value, why = decode(line)
  say(line, why)
  if value ~= nil then say(encode(value), encode(value, 2), encode(value, 0, true)) end
end
say(encode { 1, 2, x = 3 })
say(encode { key = 0 / 0 })

return function(name, json)
  local value, why = decode(json)
  say(name, value ~= nil, why)
  local expected = name:sub(1, 1)
  if (expected == 'y' and why) or (expected == 'n' and not why) then say('wrong', name) end
  if value ~= nil then say(encode(value)) end
end
