-- The values and calls that programs of tools/fuzz are made of. Each call is protected, so that one
-- failure does not hide the next; values are made anew where a call may change them.
local recipes = require("recipes")
local hostile = { v = {}, f = {}, recipes = recipes }
local slots = {}
local v, f = hostile.v, hostile.f

-- Values ----------------------------------------------------------------------------------------

function v.deep()
  local t = {}
  for _ = 1, 150 do t = { t } end
  return t
end

function v.cyclic()
  local t = { 1 }
  t[2], t.name = t, nil
  return t
end

function v.record_cycle()
  local t = { name = "a" }
  t.child = { parent = t }
  return t
end

--- Small in Lua; a copy that follows every path has 2^26 leaves.
function v.shared()
  local t = { "x" }
  for _ = 1, 26 do t = { t, t } end
  return t
end

function v.shared_record()
  local t = { id = 1 }
  for _ = 1, 26 do t = { a = t, b = t } end
  return t
end

function v.long_list()
  local t = {}
  for i = 1, 50000 do t[i] = i end
  return t
end

function v.long_texts()
  local t, text = {}, ("y"):rep(100000)
  for i = 1, 3000 do t[i] = text end
  return t
end

function v.records()
  local t = {}
  for i = 1, 200 do t[i] = { id = i, title = "t" .. i, [1] = i, date = "2026-01-01" } end
  return t
end

function v.mixed()
  return { 1, 2, nil, 4, x = 1, [1.5] = 2, [true] = 3, [-1] = 4, [2 ^ 53] = 5 }
end
function v.sparse() return { [1] = 1, [math.maxinteger] = 2, [1000000] = 3 } end
function v.odd_keys() return { [{}] = 1, [print] = 2, ["\xff\0"] = 3, [""] = 4 } end
function v.huge() return ("x"):rep(4000000) end
function v.long_word() return ("aB "):rep(20000) end
function v.marks() return ("e\u{301}\u{5d0}\u{1f600}"):rep(3000) end
function v.brackets() return ("["):rep(100000) end
function v.tags() return ("<a b='c'>"):rep(20000) end
function v.all_bytes()
  local t = {}
  for i = 0, 255 do t[#t + 1] = string.char(i) end
  return table.concat(t)
end

local function with_metatable(metatable) return setmetatable({}, metatable) end
function v.erring()
  local function fail() error("metamethod") end
  return with_metatable {
    __index = fail, __newindex = fail, __len = fail, __pairs = fail, __call = fail,
    __tostring = fail, __eq = fail, __lt = fail, __le = fail, __concat = fail, __close = fail,
    __name = "\xff\0",
  }
end
function v.looping()
  local function loop() while true do end end
  return with_metatable { __index = loop, __len = loop, __pairs = loop, __tostring = loop,
    __lt = loop }
end
function v.yielding()
  local yield = coroutine.yield
  return with_metatable { __index = yield, __len = yield, __pairs = yield, __tostring = yield,
    __lt = yield, __call = yield }
end
function v.lying()
  return with_metatable { __len = function() return math.maxinteger end,
    __index = function(_, key) return key end, __tostring = function() return 1 end }
end
function v.endless_index()
  local t = {}
  setmetatable(t, { __index = function(_, i) return { id = i, title = "t" } end,
    __len = function() return 2 ^ 40 // 1 end })
  return t
end
function v.array() return mix.json.array {} end
function v.null() return mix.json.null end
function v.stdout() return io.stdout end
function v.coroutine()
  return coroutine.create(function() while true do coroutine.yield(1) end end)
end
function v.dead()
  local co = coroutine.create(function() end)
  coroutine.resume(co)
  return co
end
function v.failure()
  local _, err = pcall(mix.text.fold)
  return err
end

-- Functions -------------------------------------------------------------------------------------

function f.none() end
function f.same(...) return ... end
function f.yes() return true end
function f.junk() return {}, nil, "\xff", 0 / 0, print end
function f.record() return { id = 1, title = "a", name = "a" }, true end
function f.list() return { { id = 1, title = "a" }, { id = 2, title = "b" } }, true end
function f.fail() error("failed") end
function f.fail_bytes() error("caf\xe9\0", 0) end
function f.fail_table() error({ kind = 7, message = {} }) end
function f.fail_nil() error(nil) end
function f.nil_error() return nil, "reason" end
function f.loop() while true do end end
function f.nested_pcall()
  local function again() while true do pcall(again) end end
  again()
end
function f.recursion() return 1 + f.recursion() end
function f.yield() return coroutine.yield(1) end
function f.sleep() mix.task.sleep(0.01) return true end
function f.many() return table.unpack({}, 1, 100000) end
function f.endless()
  local i = 0
  return function()
    i = i + 1
    return i
  end
end
function f.next_record()
  f.position = (f.position or 0) + 1
  return { id = f.position, title = "t" .. f.position, name = "n" }
end
--- A function that gives these values whatever it is asked.
function f.gives(...)
  local values = table.pack(...)
  return function() return table.unpack(values, 1, values.n) end
end
--- A function that calls a method of a slot's object, perhaps the one that is calling it.
function f.again(slot, name, ...)
  local arguments = table.pack(...)
  return function()
    local object = slots[slot]
    return object[name](object, table.unpack(arguments, 1, arguments.n))
  end
end
function f.next_text() return "{\"work\": 1}" end
function f.grow()
  local text = "x"
  while true do text = text .. text end
end

-- Calls -----------------------------------------------------------------------------------------

--- The object of a slot, or a string where there is none.
function hostile.o(slot) return slots[slot] or "no object" end

local function report(ok, first, ...)
  -- `tostring` runs what the value brings with it.
  local shown, text = pcall(tostring, first)
  text = shown and type(text) == "string" and text:sub(1, 80) or "?"
  io.stderr:write(ok and "+ " or "- ", text:gsub("[^\32-\126]", "."), "\n")
  return ok and first or nil, ...
end

--- Says on standard error, which is not buffered, what comes next.
local function begin(name) io.stderr:write("> ", name, "\n") end

local function bounded(waits, fn, ...)
  if not waits then return pcall(fn, ...) end
  local arguments = table.pack(...)
  return pcall(mix.task.timeout, 0.2, function()
    return fn(table.unpack(arguments, 1, arguments.n))
  end)
end

local function find(path)
  local value = _G
  for name in path:gmatch("[^.]+") do value = value[name] end
  return value
end

--- Makes an object for a slot.
function hostile.make(slot, type_name)
  begin(type_name)
  slots[slot] = report(pcall(recipes[type_name]))
end

--- Calls a function by its path; keeps the first result in the slot.
function hostile.call(slot, waits, path, ...)
  begin(path)
  slots[slot] = report(bounded(waits, find(path), ...))
end

--- Calls a method of a slot's object.
function hostile.method(slot, waits, of, type_name, name, ...)
  begin(type_name .. ":" .. name)
  local object = hostile.o(of)
  local found, method = pcall(function() return object[name] end)
  if not found then return report(false, "no object") end
  slots[slot] = report(bounded(waits, method, object, ...))
end

--- Calls several functions at once, as tasks.
function hostile.together(...)
  pcall(mix.task.timeout, 0.5, mix.task.all, { ... })
end

--- The uses of objects beyond methods: comparing, indexing, length, walking, closing.
function hostile.poke(of)
  local object = hostile.o(of)
  begin("poke")
  for _, act in ipairs {
    function() return #object end,
    function() return object == object, object < object end,
    function() return object.nothing end,
    function() object.x = 1 end,
    function() return object[0 / 0] end,
    function() return object .. object end,
    function() return object() end,
    function() return next(object) end,
    function() return pairs(object) end,
    function() return getmetatable(object) end,
    function() return mix.json.encode { object } end,
    function()
      local closed <close> = object
      return closed
    end,
    function()
      local n = 0
      for _ in object do
        n = n + 1
        if n > 5 then return n end
      end
    end,
  } do
    report(bounded(true, act))
  end
end

--- The questions of tools/fuzz: the functions of the standard library that scripts have, or the
--- recipes.
local asked = {}

function asked.functions()
  for library, functions in pairs(_G) do
    if type(functions) == "function" then print(library) end
    if type(functions) == "table" and library ~= "mix" and library ~= "_G" then
      for name, value in pairs(functions) do
        if type(value) == "function" then print(library .. "." .. name) end
      end
    end
  end
end

function asked.recipes()
  for name, recipe in pairs(recipes) do
    if type(recipe) == "function" then print(name) end
  end
end

local wish = ...
if asked[wish] then asked[wish]() end
return hostile
