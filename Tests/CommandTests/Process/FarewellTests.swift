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

  @Test("Specs that have not begun are left out")
  func specs() throws {
    let waits = "it('waits', function() \(Self.waiting) end)"
    let program = try Program(["spec/a_spec.lua": waits, "spec/b_spec.lua": waits])
    for name in 1...40 {
      try program.write("spec/c\(name)_spec.lua", "it('x', function() end)")
    }
    let outcome = try program.interrupted("--timeout", "600s", "test", when: "waiting")
    #expect(outcome.status == 130)
    #expect(outcome.errors.hasSuffix("mixhost: interrupted\n"))
  }
}
