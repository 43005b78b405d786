-- What is taken out of Lua's test files (5.4.8), and why. A patch is
--   { file, first line, last line, checksum of these lines, why = …, with = text in their place }
-- and either `hole`: a hole that mixhost closes, by its name in docs/lua-compatibility.md; or
-- `since`: the version that mended or brought what is tested, later than Debian's 5.4.4, where it
-- fails too.
return {
  files = {
    "attrib.lua", "bitwise.lua", "calls.lua", "closure.lua", "constructs.lua", "coroutine.lua",
    "cstack.lua", "errors.lua", "events.lua", "files.lua", "goto.lua", "literals.lua",
    "locals.lua", "math.lua", "nextvar.lua", "pm.lua", "sort.lua", "strings.lua", "tpack.lua",
    "utf8.lua", "vararg.lua",
  },
  -- What they require, and by whom.
  modules = {
    ["bwcoercion.lua"] = { "bitwise.lua" },
    ["tracegc.lua"] = { "cstack.lua" },
  },

  { "attrib.lua", 13, 336, "4100dfee", hole = "package",
    why = "package.path, searchers, C libraries" },

  { "bwcoercion.lua", 48, 78, "d6bdbf1e", hole = "string metatable",
    why = "adds operators to all strings" },
  { "bitwise.lua", 26, 26, "46020882", hole = "string metatable",
    why = "strings as operands, by bwcoercion",
    with = "a = 0xF0.0; b = 0xCC.0; c = 0xAA.0; d = 0xFD.0" },
  { "bitwise.lua", 72, 82, "71879c7c", hole = "string metatable",
    why = "strings as operands, by bwcoercion" },
  { "bitwise.lua", 86, 86, "ce44e443", hole = "string metatable",
    why = "the message of bwcoercion" },
  { "bitwise.lua", 89, 89, "e83fa7e3", hole = "string metatable",
    why = "the message of bwcoercion" },
  { "bitwise.lua", 102, 102, "dd4f557b", hole = "package", why = "package.preload",
    with = "local function bit32_module()" },
  { "bitwise.lua", 210, 210, "113c7384", hole = "package", why = "package.preload",
    with = "local bit32 = bit32_module()" },

  { "calls.lua", 316, 317, "79f9fb49", hole = "binary chunks",
    why = "mode b is refused with another message" },
  { "calls.lua", 331, 332, "b0223270", hole = "binary chunks", why = "string.dump" },
  { "calls.lua", 335, 342, "6a27bcce", hole = "binary chunks", why = "string.dump" },
  { "calls.lua", 345, 352, "3cb8fe60", hole = "binary chunks", why = "string.dump" },
  { "calls.lua", 368, 372, "9e840ef4", hole = "binary chunks", why = "string.dump" },
  { "calls.lua", 391, 393, "6e3445d7", hole = "binary chunks", why = "string.dump" },
  { "calls.lua", 396, 411, "1ca53bda", hole = "binary chunks",
    why = "string.dump, debug.setupvalue" },
  { "calls.lua", 428, 434, "0103b9b3", hole = "binary chunks",
    why = "string.dump, debug.upvaluejoin" },
  { "calls.lua", 454, 494, "472709b3", hole = "binary chunks",
    why = "the format of binary chunks" },

  { "closure.lua", 7, 10, "297fa938", since = "5.4.8",
    why = "_ENV with a constant of another type as key" },
  { "closure.lua", 253, 262, "5dd5ba99", hole = "debug", why = "debug.upvalueid" },
  { "closure.lua", 265, 278, "cf364287", hole = "debug", why = "debug.upvaluejoin" },

  { "constructs.lua", 126, 127, "92b77a69", since = "5.4.6",
    why = "a constant operand beside a jump" },

  { "coroutine.lua", 349, 355, "6fdb96a2", hole = "debug", why = "debug.sethook" },
  { "coroutine.lua", 511, 512, "aeb0e03c", since = "5.4.5",
    why = "the handler of a closed coroutine" },
  { "coroutine.lua", 969, 971, "28590e5b", hole = "debug", why = "debug.setupvalue" },

  { "cstack.lua", 108, 108, "15a2e846", since = "5.4.5",
    why = "an overflow inside coroutine.close" },
  { "tracegc.lua", 28, 28, "f449f52b", hole = "__gc", why = "a finalizer that marks progress" },

  { "errors.lua", 138, 138, "fb7dedb0", since = "5.4.7", why = "the name of a field called _ENV" },
  { "errors.lua", 141, 141, "6ae9f170", since = "5.4.8",
    why = "the name of a field of a constant" },
  { "errors.lua", 236, 242, "40cda2d6", hole = "debug", why = "debug.upvalueid" },
  { "errors.lua", 245, 245, "2da4d0a9", hole = "io", why = "io.input" },
  { "errors.lua", 248, 248, "93a99405", hole = "io", why = "io.input" },
  { "errors.lua", 278, 290, "8883d84d", hole = "binary chunks", why = "string.dump" },
  { "errors.lua", 340, 340, "fcb18286", hole = "io", why = "the metatable of streams" },
  { "errors.lua", 413, 427, "78a16786", since = "5.4.6",
    why = "the line of a call that spans lines" },
  { "errors.lua", 553, 553, "dfe682fc", hole = "xpcall handlers",
    why = "runs after the unwinding" },
  { "errors.lua", 469, 473, "f7d4971c", since = "5.4.6",
    why = "the line of an operator with variables" },

  { "events.lua", 197, 197, "85efe8da", hole = "io", why = "the metatable of streams" },
  { "events.lua", 454, 479, "34431d9e", hole = "debug", why = "debug.setmetatable" },

  { "files.lua", 8, 12, "6b9517f5", hole = "io",
    why = "io.input, io.output, a variable of no grant" },
  { "files.lua", 26, 777, "7eaa49c7", hole = "io",
    why = "io.open, io.close, io.type, io.popen" },
  { "files.lua", 937, 937, "cf4042ac", hole = "io", why = "io.output" },

  { "goto.lua", 188, 188, "4b225b9e", hole = "debug", why = "debug.upvalueid" },
  { "goto.lua", 194, 195, "66ff12e9", hole = "debug", why = "debug.upvalueid" },
  { "goto.lua", 200, 204, "cd7c1827", hole = "debug", why = "debug.upvalueid" },
  { "goto.lua", 209, 209, "5b50fd6a", hole = "debug", why = "debug.upvalueid" },
  { "goto.lua", 215, 216, "a1fdcebc", hole = "debug", why = "debug.upvalueid" },

  { "literals.lua", 297, 297, "773f32a7", hole = "os",
    why = "os.setlocale", with = "if false then" },

  { "locals.lua", 80, 80, "9102017d", hole = "debug", why = "debug.getupvalue" },
  { "locals.lua", 82, 82, "fadf8341", hole = "debug", why = "debug.getupvalue" },
  { "locals.lua", 165, 165, "493a8aad", hole = "debug", why = "debug.getupvalue" },
  { "locals.lua", 381, 381, "f436f262", since = "5.4.5",
    why = "break out of a loop with a closing value" },
  { "locals.lua", 784, 808, "b783e882", hole = "debug", why = "debug.sethook" },

  { "nextvar.lua", 297, 297, "ce0d8d40", hole = "package", why = "package.loaded",
    with = "if type(v) ~= 'table' and type(v) ~= 'function' and" },

  { "utf8.lua", 123, 125, "c2131a8c", since = "5.4.5",
    why = "utf8.codes on stray continuation bytes" },
}
