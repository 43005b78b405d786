import ScriptHost
import Testing

@Suite("Error reports")
struct ReportTests {
  private func report(_ source: String, strict: Bool = true, color: Bool = false) async throws
    -> String
  {
    let test = await TestEngine(strict: strict)
    let error = try #require(await test.failure(source) as? ScriptError)
    return error.report(color: color)
  }

  @Test func marksAMisspeltFieldAndSaysWhatItMayBe() async throws {
    let source = """
      local song = {title = {name = "Stay"}}
      print(song.titel.name)
      """
    #expect(
      try await report(source) == """
        test.lua:2: attempt to index a nil value (field 'titel')
            2 | print(song.titel.name)
              |            ^^^^^ did you mean song.title?
          test.lua:2: in main chunk
        """)
  }

  @Test(arguments: [
    ("mix.task.slep(1)", "mix.task.sleep", 9), ("local t = mix.task t.slep(1)", "t.sleep", 21),
    ("local s = 'x' return s:uper()", "s:upper", 23),
    ("return string.formt('x')", "string.format", 14),
    ("mix.task.scope(function(s) s:spwan() end)", "s:spawn", 29),
  ])
  func knowsModulesLibrariesAndObjects(source: String, meant: String, column: Int) async throws {
    let lines = try await report(source).split(separator: "\n")
    #expect(lines[1] == "    1 | \(source)")
    let space = String(repeating: " ", count: column)
    #expect(lines[2].hasPrefix("      | \(space)^"))
    #expect(lines[2].hasSuffix("^ did you mean \(meant)?"))
  }

  @Test(arguments: [
    ("local x = 1 x += 1", "Lua writes x = x + y for x += y"),
    ("if 1 != 2 then end", "Lua writes ~="),
    ("if true && false then end", "Lua writes and for &&"),
    ("def f(x)", "Lua writes local function name(…) … end"), ("// note", "comments begin with --"),
    ("local t = {} t:append(4)", "Lua writes table.insert(list, value)"),
    ("local t = {3} t:sort()", "Lua writes table.sort(t, …)"),
    ("local t = {3} t.insert(4)", "Lua writes table.insert(t, …)"),
    ("print(('a,b'):split(','))", "Lua writes text:gmatch"),
    ("string.trim(' x ')", "Lua writes text:match"),
    ("require('cjson')", "mixhost has mix.json without require"),
    ("require('@lune/fs')", "mixhost has mix.fs without require"),
    ("mix.sleep(1)", "did you mean mix.task.sleep?"),
    ("mix.task:sleep(1)", "call it with a dot, as in mix.task.sleep(…)"),
    ("mix.task.map({a = 1}, print)", "a list expected, got a table without the keys 1…n"),
    ("local a = None", "Lua writes nil"), ("local n = len({})", "Lua writes #list"),
    ("return 'found ' + 'x'", "texts are joined with .."),
    ("if true then\nelse if false then\nend", "Lua writes elseif"),
  ])
  func saysHowLuaWritesIt(source: String, advice: String) async throws {
    #expect(try await report(source).contains(advice))
  }

  @Test("A null of JSON is named", arguments: ["#d.a", "d.a.b", "'x' .. d.a", "n + 1"])
  func null(expression: String) async throws {
    let source = "local n = mix.json.null local d = {a = n}\nreturn \(expression)"
    let json: @Sendable () -> Module = {
      var module = Module("json", "")
      module.constant("null", "", .null)
      return module
    }
    let test = await TestEngine(modules: [("json", json)])
    let error = try #require(await test.failure(source) as? ScriptError)
    #expect(error.report(color: false).contains("it is a JSON null"))
  }

  @Test func showsBothEndsOfADeepRecursion() async throws {
    #expect(
      try await report("local f\nfunction f(n) return 1 + f(n) end\nf(1)") == """
        test.lua:2: stack overflow
            2 | function f(n) return 1 + f(n) end
          test.lua:2: in function 'f'
          (and 199 times more)
          …
          test.lua:3: in main chunk
        """)
  }

  @Test func placesALoopOverNil() async throws {
    #expect(
      try await report("local t = {}\nfor _ in ipairs(t.x) do end").hasPrefix(
        "test.lua:2: attempt to loop over nil: the list is not there\n    2 | for"))
  }

  @Test func placesALimitOfTime() async throws {
    var limits = Limits()
    limits.sliceSeconds = 0.05
    let test = await TestEngine(limits: limits)
    _ = await test.failure("local n = 0\nwhile true do\n  n = n + 1\nend")
    #expect(await test.engine.limitPosition.hasPrefix("test.lua:"))
  }

  @Test func guessesNothingThatIsNotNear() async throws {
    #expect(
      try await report("local t = {title = 1} t.length()") == """
        test.lua:1: attempt to call a nil value (field 'length')
            1 | local t = {title = 1} t.length()
              |                         ^^^^^^
          test.lua:1: in main chunk
        """)
  }

  @Test func marksNothingWhenTheNameStandsThereTwice() async throws {
    #expect(
      try await report("local t = {} return t.x.y + t.x.z") == """
        test.lua:1: attempt to index a nil value (field 'x')
            1 | local t = {} return t.x.y + t.x.z
          test.lua:1: in main chunk
        """)
  }

  @Test(arguments: [
    ("prnt(1)", true, "unknown global 'prnt' (did you mean 'print'?)", "^^^^"),
    (
      "prnt(1)", false, "attempt to call a nil value (global 'prnt')", "^^^^ did you mean print?"
    ),
    ("count = 1", true, "global 'count' is not declared: write local count", "^^^^^"),
    (
      "mix.task.map({}, {limt = 1}, print)", true,
      "unknown option 'limt' (did you mean 'limit'?) in mix.task.map", "                  ^^^^"
    ),
    (
      "return mix.tsk", true, "mix.tsk does not exist (did you mean mix.task?)",
      "           ^^^"
    ),
    (
      "return ('x'):rep({})", true,
      "bad argument #1 to 'rep' (number expected, got table)",
      "             ^^^"
    ),
  ])
  func marksGlobalsOptionsAndArguments(
    source: String, strict: Bool, message: String, marks: String
  ) async throws {
    let lines = try await report(source, strict: strict).split(separator: "\n")
    #expect(lines[0] == "test.lua:1: \(message)")
    #expect(lines[2] == "      | \(marks)")
  }

  @Test func marksWhereTheTextCannotBeRead() async throws {
    #expect(
      try await report("local a = 1\nlocal b = 2 )") == """
        test.lua:2: unexpected symbol near ')'
            2 | local b = 2 )
              |             ^
        """)
    #expect(
      try await report("for i = 1, 2 do") == """
        test.lua:1: 'end' expected near <eof>
            1 | for i = 1, 2 do
              |                ^
        """)
  }

  @Test func showsTheTasksThatAnErrorPassed() async throws {
    let source = """
      local function work(x)
        if x == 2 then error("no luck") end
      end
      mix.task.all{function()
        mix.task.scope(function(s)
          s:spawn(function() mix.task.map({1, 2, 3}, {limit = 1}, work) end)
        end)
      end}
      """
    #expect(
      try await report(source) == """
        test.lua:2: no luck
            2 |   if x == 2 then error("no luck") end
          test.lua:2: in a function
          in task 2 of 3 of mix.task.map at test.lua:6
          test.lua:6: in a function
          in task 1 of mix.task.scope at test.lua:5
          test.lua:5: in a function
          in task 1 of 1 of mix.task.all at test.lua:4
          test.lua:4: in main chunk
        """)
  }

  @Test func keepsTheHintThroughTasks() async throws {
    let lines = try await report("mix.task.map({{title = 1}}, function(t) return t.titel.x end)")
      .split(separator: "\n")
    #expect(lines[2].hasSuffix("^^^^^ did you mean t.title?"))
  }

  @Test func programsSeeTheSameMessage() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local ok, err = pcall(mix.task.map, {1}, function(x) error("no luck") end)
      return err.message, tostring(err)
      """)
    #expect(values == [.string("test.lua:1: no luck"), .string("test.lua:1: no luck")])
  }

  @Test func showsAModulesLine() async throws {
    let folder = try TemporaryFolder(["part.lua": "local t = {}\nreturn t.a.b\n"])
    let test = await TestEngine(folders: [folder.path])
    let error = try #require(await test.failure("require('part')") as? ScriptError)
    #expect(error.excerpt?.line == 2)
    #expect(error.excerpt?.text == "return t.a.b")
    #expect(error.excerpt?.marked == 9..<10)
  }

  @Test func cutsALongLineAndShowsNoControlCharacters() async throws {
    let long = String(repeating: "-", count: 200)
    let lines = try await report("local t, s = {}, '\u{1B}[2J\t\(long)' return t.a.b")
      .split(separator: "\n")
    #expect(lines[1].count == 8 + 96)
    #expect(lines[1].hasPrefix("    1 | …-"))
    #expect(!lines[1].contains("\u{1B}"))
    let column = lines[2].prefix { $0 != "^" }.count
    #expect(lines[1].dropFirst(column).first == "a")
  }

  @Test func showsControlCharactersOfAMessage() async throws {
    let source = #"error("\27[31mred\7\tand\nline\127\u{9B}2J\u{202E}", 0)"#
    #expect(
      try await report(source).hasPrefix("␛[31mred␇\tand\nline␡\u{FFFD}2J\u{FFFD}\n    1 | error("))
    #expect(try await report(source, color: true).hasPrefix("\u{1B}[1m␛[31mred␇\tand"))
    #expect(try await !report(#"load("error(1)", "=\27[2J")()"#, strict: false).contains("\u{1B}"))
  }

  @Test(arguments: [
    (#"error("caf\xe9 failed")"#, "test.lua:1: caf\u{FFFD} failed"),
    (#"error("\xff", 0)"#, "\u{FFFD}"),
    (#"assert(false, "\xff bytes")"#, "test.lua:1: \u{FFFD} bytes"),
    (#"error({message = "caf\xe9"})"#, "test.lua:1: caf\u{FFFD}"),
    (
      #"error(setmetatable({}, {__tostring = function() return "\xff" end}))"#,
      "test.lua:1: \u{FFFD}"
    ),
    (
      #"local t <close> = setmetatable({}, {__close = function() error("\xe9", 0) end})"#,
      "\u{FFFD}"
    ),
    (#"coroutine.wrap(function() error("\xff", 0) end)()"#, "test.lua:1: \u{FFFD}"),
    (#"mix.task.scope(function(s) s:spawn(function() error("\xff", 0) end) end)"#, "\u{FFFD}"),
  ])
  func showsAMessageOfAnyBytes(source: String, message: String) async throws {
    #expect(try await report(source).hasPrefix(message + "\n"))
  }

  @Test func anErrorsTextGoesBeforeAnyBytes() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      #"local _, err = pcall(mix.task.sleep) return (err .. "\xff"):byte(-1), ("\xfe" .. err):byte(1)"#
    )
    #expect(values == [.int(255), .int(254)])
  }

  @Test func cutsALongMessage() async throws {
    let text = try await report("error(('x'):rep(1e7), 0)")
    let lines = text.split(separator: "\n")
    #expect(lines[0] == String(repeating: "x", count: 8_192) + "… (10,000,000 bytes in all)")
    #expect(lines[1] == "    1 | error(('x'):rep(1e7), 0)")
    let wide = try await report("error('a' .. ('é'):rep(5000), 0)")
    #expect(wide.hasPrefix("a" + String(repeating: "é", count: 4_095) + "… (10,001 bytes in all)"))
    let test = await TestEngine()
    #expect(
      try await test.run("return #select(2, pcall(error, ('x'):rep(1e6)))") == [.int(1_000_000)])
  }

  @Test func coloursOnlyWhenAsked() async throws {
    #expect(
      try await report("prnt(1)", color: true) == """
        \u{1B}[1mtest.lua:1: unknown global 'prnt' (did you mean 'print'?)\u{1B}[0m
        \u{1B}[2m    1 | \u{1B}[0mprnt(1)
        \u{1B}[2m      | \u{1B}[0m\u{1B}[1;31m^^^^\u{1B}[0m
        \u{1B}[2m  test.lua:1: in main chunk\u{1B}[0m
        """)
  }
}
