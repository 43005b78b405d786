import Testing

/// The message of a run that Ctrl-C ends.
@Suite("Command: the end by Ctrl-C", .ownThreads)
struct FarewellTests {
  private static let waiting = "io.stderr:write('waiting\\n') mix.task.sleep(600)"

  @Test("It says how to continue where anything may be left")
  func continues() throws {
    let program = try Program(["wait.lua": Self.waiting])
    let script = try program.interrupted("wait.lua", when: "waiting")
    #expect(script.status == 130)
    #expect(script.errors.hasSuffix("the same command continues from there\n"))
    let code = try program.interrupted("-e", Self.waiting, when: "waiting")
    #expect(code.status == 130)
    #expect(code.errors.hasSuffix("mixhost: interrupted\n"))
  }
}
