import Testing

/// A system that has no more memory, as a limit on the address space makes it.
@Suite("Out of memory", .ownThreads)
struct OutOfMemoryTests {
  private static let small = ["/bin/sh", "-c", #"ulimit -v 2000000; exec "$@""#, "sh"]

  /// The text grows while Swift is on the stack, where Lua's own error would be a jump over it.
  @Test func endsTheProcessWithAMessage() throws {
    let script = """
      local text, list = ('x'):rep(100000000), {}
      for place = 1, 40 do list[place] = text end
      print('began')
      mix.json.encode(list)
      print('went on')
      """
    let outcome = try Program().run(["--max-memory", "100GB", "-e", script], wrapper: Self.small)
    #expect(outcome.status == 1)
    #expect(outcome.output == "began\n")
    #expect(
      outcome.errors.contains("mixhost: out of memory: the system refused"), "\(outcome.errors)")
  }

  /// In Lua alone it is an end as the memory limit is one.
  @Test func endsAScriptAtItsOwnAllocation() throws {
    let script = "local list = {} for place = 1, 1e9 do list[place] = ('x'):rep(10000000) end"
    let outcome = try Program().run(["--max-memory", "100GB", "-e", script], wrapper: Self.small)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("mixhost: out of memory: the system gave no more"),
      "\(outcome.errors)")
  }

  /// Small blocks leave nothing over: what the host reports with was reserved before.
  @Test func endsAScriptThatTookTheLastByte() throws {
    let smaller = ["/bin/sh", "-c", #"ulimit -v 700000; exec "$@""#, "sh"]
    let script = "local list = {} for place = 1, 1e9 do list[place] = {} end"
    let outcome = try Program().run(["--max-memory", "100GB", "-e", script], wrapper: smaller)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("mixhost: out of memory: the system gave no more"),
      "\(outcome.errors)")
  }
}
