import Foundation
import Testing

@Suite("Command: scripts", .ownThreads)
struct ScriptTests {
  @Test func runsCodeFilesAndStandardInput() throws {
    let program = try Program(["hello.lua": "print('hello', ...) print(arg[0], arg[1])"])
    #expect(try program.run("-e", "print(1)").output == "1\n")
    #expect(try program.run("-", input: "print(mix.json.encode({a=1}))").output == "{\"a\":1}\n")
    #expect(try program.run(input: "print(2)").output == "2\n")
    let outcome = try program.run("hello.lua", "you", "--flag")
    #expect(outcome.output == "hello\tyou\t--flag\nhello.lua\tyou\n")
    #expect(outcome.status == 0)
  }

  @Test func globalsAreStrictInScriptsUnlessToldOtherwise() throws {
    let program = try Program(["global.lua": "count = (count or 0) + 1 print(count)"])
    #expect(try program.run("--globals", "loose", "global.lua").output == "1\n")
    #expect(try program.run("global.lua").status == 1)
    #expect(try program.run("-e", "count = 1 print(count)").output == "1\n")
    #expect(try program.run("--globals=strict", "-e", "count = 1").status == 1)
    #expect(try program.run("--globals", "some", "-e", "print(1)").status == 2)
  }

  @Test("Options that decide what a script may do stand before its name, and are refused after it")
  func widensNothingAfterTheScript() throws {
    let program = try Program(["loop.lua": "while true do end", "echo.lua": "print(...)"])
    #expect(try program.run("--timeout", "50ms", "loop.lua").status == 1)
    for option in [
      "--allow-read=/", "--allow-write=/", "--allow-net=a", "--allow-env=PATH", "--allow-auth=x",
      "--sandbox=standard", "--timeout=1h", "--max-memory=8GB", "--home=/", "--mock", "--isolate",
      "--isolated=9", "--globals=loose",
    ] {
      for script in [["echo.lua"], ["-e", "print(1)"], ["-"]] {
        let outcome = try program.run(["--sandbox", "strict"] + script + ["x", option])
        let name = String(option.prefix { $0 != "=" })
        #expect(outcome.status == 2, "\(script) \(option)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(name) stands after the script"), "\(outcome.errors)")
      }
    }
    #expect(try program.run("echo.lua", "--offline", "x").output == "x\n")
    #expect(try program.run("cache", "stats", "--home", "elsewhere").status == 0)
    #expect(try program.run("echo.lua", "--", "--timeout", "x").output == "--\t--timeout\tx\n")
  }

  @Test("A linked script and code find modules, a filter each line")
  func linkedScript() throws {
    let program = try Program([
      "app/main.lua": "print(require('lib.part'), #io.read('a'), io.read('l'))",
      "app/lib/part.lua": "return 'found'",
      "count.lua": """
      local count, length = 0, 0
      for line in io.lines() do count, length = count + 1, length + #line end
      print(count, length, io.read())
      """,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/run", withDestinationPath: "app/main.lua")
    #expect(try program.run(["run"], input: "abc").output == "found\t3\tnil\n")
    #expect(try program.run("-e", "print(require('app.lib.part'))").output == "found\n")
    // More than one block, lines over the ends of blocks, none behind the last.
    let lines = (1...30_000).map { String(repeating: "x", count: $0 % 13) }
    let length = lines.reduce(0) { $0 + $1.count }
    let counted = try program.run(["count.lua"], input: lines.joined(separator: "\n"))
    #expect(counted.output == "30000\t\(length)\tnil\n")
  }

  @Test(arguments: [
    (["missing.lua"], 2, "cannot read missing.lua: No such file or directory"),
    (["."], 2, "cannot read .: Is a directory"),
    (["syntax.lua"], 1, "syntax.lua:2:"),
    (["nested.lua"], 1, "nested.lua:1: deep"),
    (["-e", "error({})"], 1, "-e:1: (error object is a table value)"),
    (["-e", "error(nil)"], 1, "-e:1: (error object is a nil value)"),
    (["-e"], 2, "-e needs code"),
    (["--timeout", "soon", "-e", "print(1)"], 2, "--timeout takes a duration from 1ms"),
    (["--home"], 2, "--home needs a value"),
    (["--sandbox", "loose", "-e", "1"], 2, "--sandbox takes strict or standard"),
    (["--mock=speed=9", "-e", "1"], 2, "--mock=speed is unknown"),
    (["--mock=speed", "-e", "1"], 2, "--mock takes"),
    (["--nonsense"], 2, "unknown option --nonsense"),
    (["config", "get", "http.concurency"], 2, "did you mean http.concurrency?"),
    (["--timeout", "50ms", "-e", "while true do end"], 1, "time limit"),
    (["-e", "return string.rep('x', 1e10)"], 1, "memory limit"),
    (
      ["--max-memory", "16MB", "-e", "local s = 'x' while true do s = s .. s end"], 1,
      "memory limit"
    ),
    (["-e", "local function f() return 1 + f() end f()"], 1, "stack overflow"),
    (
      ["--timeout", "50ms", "-e", "while true do pcall(function() while true do end end) end"], 1,
      "time limit"
    ),
  ])
  func answersBadInput(arguments: [String], status: Int, message: String) throws {
    let program = try Program([
      "syntax.lua": "local x =\n= 1",
      "nested.lua": "mix.task.map({1}, function() mix.task.sleep(0) error('deep') end)",
    ])
    let outcome = try program.run(arguments)
    let text = outcome.errors
    #expect(outcome.status == Int32(status))
    #expect(text.contains(message), "\(text)")
    #expect(!text.contains("[C]") && !text.contains("[mixhost]"), "no host noise")
  }

  @Test func endsWithTheScriptsOwnCode() throws {
    let program = try Program()
    #expect(try program.run("-e", "io.write('out') os.exit(7)").status == 7)
    #expect(try program.run("-e", "os.exit(true)").status == 0)
  }

  @Test func warnsOnceThatIsOn() throws {
    let program = try Program()
    let code = "warn('a') warn('@on') warn('b', 'c') warn('@off') warn('d')"
    let outcome = try program.run("-e", code)
    #expect(outcome.errors == "Lua warning: bc\n" && outcome.output.isEmpty)
  }

  @Test("The mode of a stream's buffer can be set, and a wrong one is named")
  func unbuffered() throws {
    let program = try Program()
    let code = "io.stdout:setvbuf('no') io.write('out') io.stderr:write('err') os.exit(7)"
    let outcome = try program.run("-e", code)
    #expect(outcome.output == "out" && outcome.errors == "err" && outcome.status == 7)
    #expect(try program.run("-e", "io.stdout:setvbuf('some')").errors.contains("invalid option"))
  }

  @Test func printsVersionHelpAndCompletions() throws {
    let program = try Program()
    #expect(try program.run("--version").output.hasPrefix("mixhost "))
    let help = try program.run("--help")
    #expect(help.status == 0)
    #expect(help.output.contains("Examples:") && help.output.contains("--allow-net"))
    let narrow = try program.run("config", "--help", environment: ["COLUMNS": "20"])
    #expect(narrow.status == 0 && narrow.output.contains("settings.json"))
    #expect(try program.run("--generate-completion-script", "bash").output.contains("mixhost"))
  }

  @Test func leavesQuietlyWhenTheReaderIsGone() throws {
    let program = try Program()
    let process = program.process(["-e", "while true do print('y') end"])
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 10)
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(try errors.fileHandleForReading.readToEnd() == nil)
  }

  @Test func saysThatTheDiskIsFull() throws {
    let program = try Program()
    let process = program.process(["-e", "print(1)"])
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(text == "mixhost: cannot write output: No space left on device\n")
  }

  @Test func endsOnCtrlCWith130() throws {
    let program = try Program()
    let process = program.process(["-e", "print('up') io.stdout:flush() mix.task.sleep(3600)"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    #expect(try output.fileHandleForReading.read(upToCount: 3) == Data("up\n".utf8))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test(arguments: ["'print(1)'", "mix.http.get('https://a.invalid')"])
  func worksWithoutAHome(code: String) throws {
    let program = try Program()
    // A file where the folder would be: nothing can be created below it.
    try program.write("blocked", "")
    let source = "mix.cache.set('k', 1) print(mix.cache.get('k'))"
    let outcome = try program.run("--home", program.folder.path + "/blocked/x", "-e", source)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("1"))
    #expect(outcome.errors.components(separatedBy: "warning").count <= 2, "warned once at most")
  }

  @Test func setsADamagedCacheAside() throws {
    let program = try Program([
      "home/cache/http.sqlite": "this is not a database, and long enough to be read as one"
    ])
    let outcome = try program.run("-e", "mix.cache.set('k', {1, 2}) print(#mix.cache.get('k'))")
    #expect(outcome.output == "2\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.components(separatedBy: "warning").count == 2, "\(outcome.errors)")
    #expect(try program.run("-e", "print(#mix.cache.get('k'))").output == "2\n")
  }

  @Test(.timeLimit(.minutes(10)))
  func aStalledReaderDoesNotHoldUpCtrlC() throws {
    let program = try Program()
    let process = program.process([
      "-e", "io.stderr:write('up') local s = ('x'):rep(1000) while true do print(s) end",
    ])
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    #expect(try errors.fileHandleForReading.read(upToCount: 2) == Data("up".utf8))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    try output.fileHandleForReading.close()
  }

  @Test func aClosedStreamIsNotTakenForAFile() throws {
    let program = try Program()
    let process = program.process([])
    process.arguments = ["-c", "\(process.executableURL!.path) -e 'print(1234567)' >&-"]
    process.executableURL = URL(filePath: "/bin/sh")
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(text == "mixhost: cannot write output: Bad file descriptor\n")
  }

  @Test func twoDashesEndItsOwnOptions() throws {
    let program = try Program(["--odd.lua": "print(...)"])
    #expect(try program.run("--", "--odd.lua", "--mock").output == "--mock\n")
  }
}
