import CIsolation
import Foundation
import Testing

/// `--isolate`: the script in a child process under limits of the kernel.
@Suite("--isolate", .ownThreads)
struct IsolationTests {
  @Test func passesInputOutputAndExitCode() throws {
    let program = try Program(["echo.lua": "io.write(io.read('a'), ...) os.exit(7)"])
    let outcome = try program.run("--isolate", "echo.lua", "x", input: "in")
    #expect(outcome.output == "inx")
    #expect(outcome.errors == "")
    #expect(outcome.status == 7)
  }

  @Test func keepsTheLimitsOfTheScript() throws {
    let outcome = try Program().run("--isolate", "--timeout", "50ms", "-e", "while true do end")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("time limit: the script ran 0.05 s"))
  }

  @Test func theKernelLimitsTheChild() throws {
    let program = try Program()
    let outcome = try program.run(
      "--isolate", "--max-memory", "64MB", "--allow-read", "/proc", "-e",
      "print(mix.fs.read('/proc/self/limits'), mix.fs.read('/proc/self/status'))")
    let lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    let bytes = 2 * 64_000_000 + 512_000_000
    #expect(lines.contains { $0.hasPrefix("Max address space \(bytes) \(bytes)") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Max core file size 0 0") })
    #expect(lines.contains { $0.hasPrefix("Max open files 512 512") })
    #expect(lines.contains { $0.hasPrefix("NoNewPrivs:") && $0.hasSuffix("1") })
  }

  @Test func endsWith130OnASignalToTheParent() throws {
    let program = try Program()
    let process = program.process([
      "--isolate", "-e", "print('up') io.stdout:flush() mix.task.sleep(3600)",
    ])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    #expect(try output.fileHandleForReading.read(upToCount: 3) == Data("up\n".utf8))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }
}

/// The parent's watch over a child that gives no sign of life.
@Suite("Isolated child", .ownThreads)
struct IsolatedChildTests {
  private func end(of command: String, seconds: Double) throws -> cisolation_end {
    var pipes: [Int32] = [-1, -1]
    try #require(pipe(&pipes) == 0)
    defer { pipes.forEach { close($0) } }
    var limits = cisolation_limits(address_bytes: 1 << 30, files: 64, seconds: seconds)
    let texts: [String] = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    let child = cisolation_start("/bin/sh", &words, pipes[0], pipes[1], &limits)
    #expect(child > 0)
    return cisolation_watch(child, pipes[0], &limits)
  }

  @Test(.timeLimit(.minutes(10))) func isKilledWhenItHangs() throws {
    let end = try self.end(of: "while :; do :; done", seconds: 0.2)
    #expect(end.killed == 1)
    #expect(end.signal == SIGKILL)
  }

  @Test func isLeftAloneWhileItWaitsForSomethingElse() throws {
    let end = try self.end(of: "sleep 1; exit 3", seconds: 0.3)
    #expect(end.killed == 0)
    #expect(end.code == 3)
  }

  @Test func mayEndByASignalOfItsOwn() throws {
    let end = try end(of: "kill -ABRT $$", seconds: 60)
    #expect(end.signal == SIGABRT, "\(end)")
  }
}

/// Ctrl-C in the middle of library functions.
@Suite("Signals", .ownThreads)
struct SignalTests {
  @Test(arguments: [
    "while true do end", "return (('a'):rep(40)):find(('a-'):rep(40) .. 'b')",
    "local s = ('x'):rep(30000000) while true do s:upper() end",
    "while true do ('%q'):format(('x'):rep(30000000)) end",
    "while true do load((' '):rep(100000000)) end",
    "while true do utf8.len(('x'):rep(50000000)) end",
    "table.concat(setmetatable({}, {__len = function() return 1 << 31 end, __index = type}))",
    "while true do pcall(function() while true do end end) end",
  ])
  func stopsALibraryFunctionInTheMiddle(code: String) throws {
    let program = try Program()
    let process = program.process(["-e", "print('up') io.stdout:flush() " + code])
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    #expect(try output.fileHandleForReading.read(upToCount: 3) == Data("up\n".utf8))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    // Said on the way out; the exit after the grace says nothing.
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text.contains("mixhost: interrupted"), "it stopped by itself")
  }
}
